/** The text that a screen reader says next, as a polite live region. */
class Announcer {
  text = $state("");

  say = (text: string): void => {
    this.text = text;
  };
}

export const announcer = new Announcer();
