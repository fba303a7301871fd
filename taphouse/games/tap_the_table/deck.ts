import type { DeckKit } from "$board";

import CardForm from "./deck/CardForm.svelte";
import DeckForm from "./deck/DeckForm.svelte";
import Picture from "./deck/Picture.svelte";
import type { Deck, OwnCard } from "./wire";

const COLOURS: readonly OwnCard["colour"][] = ["green", "blue", "yellow", "pink"];

export const deck: DeckKit<Deck> = {
  blank: { title: "", cards: [], alone: false },
  withAnother: (old) => ({
    ...old,
    cards: [...old.cards, { colour: COLOURS[old.cards.length % 4] ?? "green", text: {}, test: null }],
  }),
  Picture,
  CardForm,
  DeckForm,
  least: "158px",
};
