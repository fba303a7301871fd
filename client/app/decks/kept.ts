import type { AnyDeck } from "$board/decks";
import { writeDeck } from "./api";
import { store, stored, storedUnder } from "$base/storage";

/** A deck in this browser. */
export interface KeptDeck {
  id: string;
  /** The slug of its game. */
  game: string;
  deck: AnyDeck;
  /** The deck as a file; `null` while something is wrong with it. */
  text: string | null;
  /** When it was changed last, in milliseconds of the clock of this device. */
  changed: number;
}

const key = (id: string) => `deck.${id}`;

/** The decks in this browser, the newest first. */
export const keptDecks = (): readonly KeptDeck[] =>
  storedUnder(key(""))
    .flatMap((id) => keptDeck(id) ?? [])
    .sort((one, other) => other.changed - one.changed);

export function keptDeck(id: string): KeptDeck | null {
  try {
    const kept = JSON.parse(stored(key(id)) ?? "null") as Omit<KeptDeck, "id"> | null;
    return kept && Array.isArray(kept.deck.cards) ? { ...kept, id } : null;
  } catch {
    return null; // not ours: other code wrote it
  }
}

/** Returns whether the browser has it now: a private window or a full disk may refuse. */
export function keepDeck({ id, ...deck }: KeptDeck): boolean {
  const written = JSON.stringify(deck);
  store(key(id), written);
  return stored(key(id)) === written;
}

/** The same decks; the house reads those whose last change it has not seen, and what is right then has its text. */
export async function readDecks(decks: readonly KeptDeck[]): Promise<readonly KeptDeck[]> {
  const unread = decks.filter(({ text, deck }) => text === null && deck.cards.length > 0);
  for (const deck of unread) {
    const { text, problems } = await writeDeck(deck.game, deck.deck);
    if (problems.length === 0) keepDeck({ ...deck, text });
  }
  return unread.length > 0 ? decks.flatMap(({ id }) => keptDeck(id) ?? []) : decks;
}

export const dropDeck = (id: string) => store(key(id), null);

/** A name that no other deck of this browser has. */
export function newId(now = Date.now()): string {
  let number = now;
  while (stored(key(number.toString(36))) !== null) number++;
  return number.toString(36);
}
