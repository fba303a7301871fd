import type { Words } from "$board";

import type { View } from "../wire";

const isStopper = ({ phase, stopper }: View, seat: number | null) => phase === "stopped" && stopper === seat;
/** Whether the player may end their own stop. */
export const mayPass = (view: View, seat: number | null) => seat !== null && isStopper(view, seat);
/** Whether somebody else's stop keeps the player from playing. */
export const isStopped = (view: View, seat: number | null) =>
  view.phase === "stopped" && !isStopper(view, seat);
/** Whether the player's cards and gestures are sent to the house. */
export const isOpen = (view: View, seat: number | null) =>
  seat !== null && (view.phase === "free" || mayPass(view, seat));

/** What this seat can do now, in short sentences. */
export function movesNow(view: View, seat: number, words: Words): string[] {
  if (view.phase === "face-down") return [words("now.ready")];
  const moves: string[] = [];
  if (isOpen(view, seat)) moves.push(words("now.move"), words("now.lay"));
  if (mayPass(view, seat)) moves.push(words("now.pass", { pass: words("pass") }));
  if (isStopped(view, seat)) moves.push(words("now.stopped"));
  if (view.plays.some((play, of) => of !== seat && play?.until != null)) moves.push(words("now.goof"));
  return moves;
}
