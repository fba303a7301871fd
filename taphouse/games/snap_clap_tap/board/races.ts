import { type Finish, type Words } from "$board";

import { cardName } from "./cards";
import type { Contest } from "../wire";

export function raceName(contest: Contest, words: Words): string {
  return contest.type === "GoofRace"
    ? words("contest.goof")
    : words("contest", { card: cardName(contest.card, words) });
}

/** Returns the races, newest first. */
export function newest(finishes: readonly Finish<Contest>[]): readonly Finish<Contest>[] {
  return finishes.filter(({ lanes }) => lanes.length > 1).reverse();
}
