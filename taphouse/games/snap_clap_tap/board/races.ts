import { type Finish, type Words } from "$board";

import { cardName } from "./cards";

/** The subject of a race: to be first on a card, or to cry goof when it was laid. */
export interface Raced {
  card: string;
  goof: boolean;
}

/** "blue-dog-clap/4193834" is the race for that card since it landed, "goof/blue-dog-clap" the race of its callers. */
export function racedFor(thing: string): Raced {
  const [first = "", second = ""] = thing.split("/");
  return first === "goof" ? { card: second, goof: true } : { card: first, goof: false };
}

export function raceName(thing: string, words: Words): string {
  const { card, goof } = racedFor(thing);
  return goof ? words("contest.goof") : words("contest", { card: cardName(card, words) });
}

/** Returns the races, newest first. A race that arrives again with a straggler is shown in its last form. */
export function newest(finishes: readonly Finish[]): readonly Finish[] {
  const races = finishes.filter(({ lanes }) => lanes.length > 1).reverse();
  return races.filter((race, i) => races.findIndex(({ thing }) => thing === race.thing) === i);
}
