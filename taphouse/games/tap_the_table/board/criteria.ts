import { eye } from "$parts/icons";

import { letter, place, ruler, sparkle } from "./icons";

/** The look of a kind of card. It never differs by its colour alone. */
export interface Kind {
  /** The key of its word: `colour.green`. */
  word: string;
  /** A CSS colour. */
  ground: string;
  icon: string;
}

const KINDS: Record<string, Kind | undefined> = {
  look: { word: "colour.green", ground: "var(--crit-look)", icon: eye },
  size: { word: "colour.pink", ground: "var(--crit-size)", icon: ruler },
  trait: { word: "colour.blue", ground: "var(--crit-trait)", icon: sparkle },
  place: { word: "colour.yellow", ground: "var(--crit-place)", icon: place },
};
const LETTER: Kind = { word: "colour.purple", ground: "var(--crit-letter)", icon: letter };

/** "size-door" is a card about size. */
export function kindOf(card: string): Kind {
  return KINDS[card.split("-")[0] ?? ""] ?? LETTER;
}
