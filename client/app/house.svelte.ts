import type { OnTheShelf } from "$base/wire";
import { games, house as askHouse } from "$table/api";
import { hasBoard } from "./shelf";

/** What the house says of itself: its games, and where friends find it. */
class House {
  shelf = $state.raw<readonly OnTheShelf[]>([]);
  /** Host and port, as one would type them. */
  address = $state(location.host);

  /** Asks once; a page that could not reach the house may ask again. */
  async visit(): Promise<void> {
    if (this.shelf.length > 0) return;
    const [shelf, { address }] = await Promise.all([games(), askHouse()]);
    this.shelf = shelf.filter(({ slug }) => hasBoard(slug));
    this.address = address.replace(/^https?:\/\//, "");
  }

  game(slug: string): OnTheShelf | undefined {
    return this.shelf.find((game) => game.slug === slug);
  }
}

export const house = new House();
