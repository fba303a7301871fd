import type { DeckKit } from "$board";

import { COLOURS, SHAPES } from "./board/wants";
import CardForm from "./deck/CardForm.svelte";
import DeckForm from "./deck/DeckForm.svelte";
import Picture from "./deck/Picture.svelte";
import { FINISHES, RULES } from "./deck/templates";
import type { Deck } from "./wire";

/** The new card differs from the one before it. */
const nth = (of: readonly { usual: string }[], n: number) => of[n % of.length]?.usual ?? "";

export const deck: DeckKit<Deck> = {
  blank: { title: "", cards: [], alone: false, icons: [7, 13, 11, 5], colours: COLOURS, shapes: SHAPES },
  withAnother: (old) => {
    const n = old.cards.length;
    return { ...old, cards: [...old.cards, { rule: nth(RULES, n), finish: nth(FINISHES, n) }] };
  },
  Picture,
  CardForm,
  DeckForm,
  least: "104px",
};
