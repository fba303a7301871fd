import { root } from "$base/root";
import type { DealOfTheDay, OnTheShelf } from "$base/wire";
import { games, house as askHouse } from "$table/api";

import { foreign } from "./foreign.svelte";

/** What the house reports about itself: its games and its address. */
class House {
  shelf = $state.raw<readonly OnTheShelf[]>([]);
  /** Host, port and path, as a player types them. */
  address = $state(location.host + root.slice(0, -1));
  /** The address of this page, if friends are given another one. */
  openedAt = $state<string | null>(null);
  /** The house remembers the games that end here. */
  hasBook = $state(false);
  /** The deal of the day. */
  today = $state.raw<DealOfTheDay | null>(null);
  /** Tables of this house may play with own decks. */
  hasDecks = $state(false);
  #url = location.origin + root.slice(0, -1);

  /** Asks the house once; a page may call it again after a failure. */
  async load(): Promise<void> {
    if (this.shelf.length > 0) return;
    const [shelf, { address, opened_at, book, today, dev, decks }] = await Promise.all([games(), askHouse()]);
    foreign.learn(shelf);
    this.shelf = shelf;
    this.address = address.replace(/^https?:\/\//, "");
    this.openedAt = opened_at;
    this.hasBook = book;
    this.today = today;
    this.hasDecks = decks !== "off";
    if (dev) (await import("./dev/follow.svelte")).follow();
    this.#url = address;
  }

  /** The address of a path inside the house that friends can open. */
  linkTo(path: string): string {
    return `${this.#url}/${path}`;
  }

  game(slug: string): OnTheShelf | undefined {
    return this.shelf.find((game) => game.slug === slug);
  }
}

export const house = new House();
