/** What a screen reader says next, politely. */
class Speech {
  text = $state("");

  say = (text: string): void => {
    this.text = text;
  };
}

export const speech = new Speech();
