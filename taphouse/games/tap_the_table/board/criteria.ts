import type { BoardProps } from "$board";
import { eye } from "$parts/icons";

import type { OwnCard } from "../wire";
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

const OF_COLOURS: Record<string, string | undefined> = {
  green: "look",
  pink: "size",
  blue: "trait",
  yellow: "place",
};

/** "size-door" is a card about size, as "own-pink-3" of an own deck. */
export function kindOf(card: string): Kind {
  const [family = "", colour = ""] = card.split("-");
  return KINDS[family === "own" ? (OF_COLOURS[colour] ?? "") : family] ?? LETTER;
}

/** What an own card says: in the player's language, else in English, else in the first one it has. */
export function ownText(card: OwnCard, { words, locale }: Pick<BoardProps, "words" | "locale">): string {
  if (card.test?.type === "Letter") return words("card.letter", { letter: card.test.letter.toUpperCase() });
  const texts = card.text;
  return texts[locale] ?? texts[locale.split("-")[0] ?? ""] ?? texts.en ?? Object.values(texts)[0] ?? "";
}
