import type { Component } from "svelte";

import type { BoardModule, BoardProps } from "$board/types";

import PlainBoard from "./PlainBoard.svelte";
import { loadSchemas } from "./schema";

/** The plain board of a game, as a module like the boards of games. */
export async function plainBoard(slug: string): Promise<BoardModule> {
  const schemas = await loadSchemas(slug);
  // Only this function knows the game; a board gets no slug.
  const board: Component<BoardProps> = (internals, given) =>
    PlainBoard(internals, { given: given as never, schemas }) as ReturnType<Component<BoardProps>>;
  return { default: board };
}
