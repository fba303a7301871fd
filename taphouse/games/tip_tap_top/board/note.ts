/** What one's own plate says last. A card that changed hands is drawn among the words. */
export interface Note {
  /** All of it in words. */
  text: string;
  before: string;
  card: string | null;
  after: string;
}

const PLACE = "\ufffc"; // stands for what is no letter

export const plain = (text: string): Note => ({ text, before: text, card: null, after: "" });

/** A sentence about a card: `sentence` is given what stands for the card, `named` is the card in words. */
export function withCard(sentence: (card: string) => string, card: string, named: string): Note {
  const [before = "", after = ""] = sentence(PLACE).split(PLACE);
  return { text: sentence(named), before, card, after };
}
