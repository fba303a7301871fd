import { store } from "$base/storage";

import { playAt } from "../playAt";

/** Opens a table that plays with a deck. */
export async function playDeck(game: string, text: string): Promise<void> {
  store("game", game);
  await playAt({ game, deck: text });
}
