import type { Events } from "../wire";

/** Who made the player's gesture void. */
export type VoidedBy = "rival" | "house";

/** The tops of the receive piles, and the cards that the player made a gesture for. */
export interface Done {
  tops: readonly (string | null)[];
  bound: object;
}

/** Rule 10: returns who made the player's gesture for the top on `side` void, or `null` if it is not void. */
export function voidedBy(
  side: number,
  before: Done,
  tops: Done["tops"],
  news: readonly Events[],
  seat: number | null,
): VoidedBy | null {
  const was = before.tops[side];
  if (was == null || !(was in before.bound) || tops[side] === was) return null;
  const cover = news.find((event) => event.type === "Laid" && event.on === was);
  if (cover?.type === "Laid") return cover.seat === seat ? null : "rival";
  return news.some((event) => event.type === "PilesTurned") ? "house" : "rival";
}
