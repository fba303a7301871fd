import { TALL } from "./circle";

/** Returns the width of the largest cards that fit a space, in as many rows as needed. */
export function fit(cards: number, width: number, height: number, largest: number, gap: number): number {
  let best = 0;
  for (let columns = 1; columns <= cards; columns++) {
    const rows = Math.ceil(cards / columns);
    const wide = (width - gap * (columns - 1)) / columns;
    const tall = (height - gap * (rows - 1)) / rows / TALL;
    best = Math.max(best, Math.min(wide, tall));
  }
  return Math.max(0, Math.min(largest, Math.floor(best)));
}
