import type { BoardModule } from "$board/types";

import { foreign } from "../foreign.svelte";
import { loadBoard } from "../shelf";

export type AnyKit = NonNullable<BoardModule["deck"]>;

/** Whether the decks of a game can be written here: a game of another package may have no forms. */
export const hasKit = (slug: string) => !foreign.knows(slug);

/** The drawing and the forms of a game's cards, with its words; `undefined` if it has none. */
export const loadKit = async (slug: string): Promise<AnyKit | undefined> => (await loadBoard(slug)).deck;
