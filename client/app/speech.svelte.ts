/** The text that a screen reader says next, as a polite live region. */
class Speech {
  text = $state("");

  say = (text: string): void => {
    this.text = text;
  };
}

export const speech = new Speech();
