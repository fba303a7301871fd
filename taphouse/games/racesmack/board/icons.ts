// Phosphor icons in fill weight that this game needs beyond the shared icons.
import arrowsLeftRight from "@phosphor-icons/core/assets/fill/arrows-left-right-fill.svg?raw";
import bookOpenText from "@phosphor-icons/core/assets/fill/book-open-text-fill.svg?raw";
import cards from "@phosphor-icons/core/assets/fill/cards-fill.svg?raw";
import cardsThree from "@phosphor-icons/core/assets/fill/cards-three-fill.svg?raw";
import columns from "@phosphor-icons/core/assets/fill/columns-fill.svg?raw";
import copy from "@phosphor-icons/core/assets/fill/copy-fill.svg?raw";
import crown from "@phosphor-icons/core/assets/fill/crown-fill.svg?raw";
import equals from "@phosphor-icons/core/assets/fill/equals-fill.svg?raw";
import fingerprint from "@phosphor-icons/core/assets/fill/fingerprint-fill.svg?raw";
import greaterThan from "@phosphor-icons/core/assets/fill/greater-than-fill.svg?raw";
import hash from "@phosphor-icons/core/assets/fill/hash-fill.svg?raw";
import lessThan from "@phosphor-icons/core/assets/fill/less-than-fill.svg?raw";
import notEquals from "@phosphor-icons/core/assets/fill/not-equals-fill.svg?raw";
import plusCircle from "@phosphor-icons/core/assets/fill/plus-circle-fill.svg?raw";
import plus from "@phosphor-icons/core/assets/fill/plus-fill.svg?raw";
import prohibit from "@phosphor-icons/core/assets/fill/prohibit-fill.svg?raw";
import shapes from "@phosphor-icons/core/assets/fill/shapes-fill.svg?raw";
import sortAscending from "@phosphor-icons/core/assets/fill/sort-ascending-fill.svg?raw";
import sortDescending from "@phosphor-icons/core/assets/fill/sort-descending-fill.svg?raw";
import squaresFour from "@phosphor-icons/core/assets/fill/squares-four-fill.svg?raw";
import stack from "@phosphor-icons/core/assets/fill/stack-fill.svg?raw";
import swatches from "@phosphor-icons/core/assets/fill/swatches-fill.svg?raw";

import signs from "../signs.json";

export { default as cross } from "@phosphor-icons/core/assets/fill/x-circle-fill.svg?raw";
export { default as flag } from "@phosphor-icons/core/assets/fill/flag-checkered-fill.svg?raw";

/** The drawings that `signs.json` names. */
export const DRAWINGS: Record<string, string | undefined> = {
  "arrows-left-right": arrowsLeftRight,
  "book-open-text": bookOpenText,
  cards,
  "cards-three": cardsThree,
  columns,
  copy,
  crown,
  equals,
  fingerprint,
  "greater-than": greaterThan,
  hash,
  "less-than": lessThan,
  "not-equals": notEquals,
  plus,
  "plus-circle": plusCircle,
  prohibit,
  shapes,
  "sort-ascending": sortAscending,
  "sort-descending": sortDescending,
  "squares-four": squaresFour,
  stack,
  swatches,
};

/** Returns the sign of a rule or a finish: `freq.most` is the sign of `freq.colour.most`. */
export function signOf(written: string): string {
  const parts = written.split(".");
  const fits = (key: string) => {
    const [template, ...how] = key.split(".");
    return template === parts[0] && how.every((word) => parts.includes(word));
  };
  const name = Object.entries(signs).find(([key]) => fits(key))?.[1] ?? "";
  return DRAWINGS[name] ?? "";
}
