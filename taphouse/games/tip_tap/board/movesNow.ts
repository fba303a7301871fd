import type { Words } from "$board";

import type { View } from "../wire";

const handsOf = ({ hands }: View, seat: number | null): readonly string[] =>
  seat === null ? [] : (hands[seat] ?? []);

/** Whether a touch on a shape is sent to the house. */
export const isOpen = ({ phase }: View, seat: number | null) =>
  seat !== null && phase !== "dealing" && phase !== "over";
export const mustRest = (view: View, seat: number | null) =>
  isOpen(view, seat) && handsOf(view, seat).includes("rest");
/** One thing at a time: a hand that must rest comes first. */
export const mayFlip = (view: View, seat: number | null) =>
  view.phase === "ready" && view.lead === seat && !mustRest(view, seat);
export const hasSaid = ({ done }: View, seat: number | null) => seat !== null && done.includes(seat);
/** Whether the player may say that there is nothing more to find. */
export const maySay = (view: View, seat: number | null) =>
  view.phase === "hunting" &&
  !hasSaid(view, seat) &&
  handsOf(view, seat).some((hand) => hand === "free" || hand === "rest");

/** What this seat can do now, in short sentences. */
export function movesNow(view: View, seat: number, words: Words): string[] {
  const moves: string[] = [];
  if (mayFlip(view, seat)) moves.push(words("now.flip"));
  if (view.phase === "turning") moves.push(words("now.wait-card"));
  if (view.phase === "hunting" && handsOf(view, seat).includes("free")) moves.push(words("now.tap"));
  if (mustRest(view, seat)) moves.push(words("now.rest", { rest: words("rest") }));
  if (maySay(view, seat)) moves.push(words("now.done", { done: words("nothing-more") }));
  return moves;
}
