import type { Component } from "svelte";

import type { Language } from "$base/wire";
import type { Locale, Words } from "$base/words.svelte";

/** What every deck has; the `Deck` in a game's `wire.ts` adds the rest. */
export interface AnyDeck {
  title: string;
  cards: readonly unknown[];
}

interface Given<Deck> {
  deck: Deck;
  words: Words;
  locale: Locale;
}

/** The props of the drawing of a card, and of its form. */
export interface DeckCardProps<Deck> extends Given<Deck> {
  /** The place of the card in the deck, from 0. */
  place: number;
}

export interface DeckCardFormProps<Deck> extends DeckCardProps<Deck> {
  /** The languages of the house. */
  languages: readonly Language[];
  onchange: (deck: Deck) => void;
}

export interface DeckFormProps<Deck> extends Given<Deck> {
  onchange: (deck: Deck) => void;
}

/** What a game's board exports as `deck`: how its own cards look, and the forms to write them. */
export interface DeckKit<Deck extends AnyDeck> {
  /** A new deck, without cards. */
  blank: Deck;
  /** The deck with one more card. */
  withAnother: (deck: Deck) => Deck;
  /** Draws one card in the width of its place. */
  Picture: Component<DeckCardProps<Deck>>;
  CardForm: Component<DeckCardFormProps<Deck>>;
  /** What holds for the whole deck. */
  DeckForm: Component<DeckFormProps<Deck>>;
  /** A CSS length: the least width at which a card can be read. */
  least: string;
}
