/** The last note on the player's own plate. A card that changed hands is drawn within the text. */
export interface Note {
  /** The whole note in words. */
  text: string;
  before: string;
  card: string | null;
  after: string;
}

const PLACE = "\ufffc"; // the object replacement character

export const plain = (text: string): Note => ({ text, before: text, card: null, after: "" });

/** Builds a note about a card. `sentence` takes the text or placeholder of the card, `named` is the card in words. */
export function withCard(sentence: (card: string) => string, card: string, named: string): Note {
  const [before = "", after = ""] = sentence(PLACE).split(PLACE);
  return { text: sentence(named), before, card, after };
}
