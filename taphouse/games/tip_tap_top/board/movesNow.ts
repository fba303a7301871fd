import type { Words } from "$board";

import type { View } from "../wire";

/** Whether a paddle may fall during another player's turn: then this seat must hit its plate. */
export const isWatchful = ({ turn, phase, counts }: View, seat: number | null) =>
  seat !== null && turn !== seat && phase !== "over" && (counts[seat] ?? 0) > 0;

/** What this seat can do now, in short sentences. */
export function movesNow(view: View, seat: number, words: Words): string[] {
  const buttons = { bluff: words("button.bluff"), pass: words("button.pass") };
  if (view.may.length > 0) return view.may.map((deed) => words(`now.${deed}`, buttons));
  return isWatchful(view, seat) ? [words("now.watch")] : [];
}
