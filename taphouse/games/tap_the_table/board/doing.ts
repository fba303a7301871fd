import type { View } from "../wire";

/** The action that a seat shows. */
export type Doing =
  "away" | "out" | "knocks" | "kept" | "fine" | "thinks" | "types" | "drums" | "counts" | "waits";

/** A player drums while their last tap is younger than this. */
const DRUMMING = 1_500_000;

/** Returns the action that a seat shows. `time` is the play clock. */
export function doingOf(view: View, seat: number, time: number): Doing {
  if (view.away.includes(seat)) return "away";
  switch (view.phase) {
    case "voting":
    case "asking":
      if (view.fists.includes(seat)) return "knocks";
      if (view.fine.includes(seat)) return "fine";
      return view.voters.includes(seat) ? "thinks" : "waits";
    case "justifying":
      if (view.kept.includes(seat)) return "kept";
      return view.fists.includes(seat) ? "knocks" : "waits";
    case "answering":
      return view.by === seat ? "types" : "waits";
    case "countdown":
      if (view.starter === seat) return "counts";
      return drums(view, seat, time) ? "drums" : "waits";
    case "thinking":
    case "calling":
      if (view.active === seat) return "thinks";
      if (view.dancing && drums(view, seat, time)) return "drums";
  }
  return isOut(view, seat) ? "out" : "waits";
}

/** Whether the seat is out of the Final Countdown, where it may only tap fists. */
export function isOut(view: View, seat: number): boolean {
  return view.contenders.length > 0 && !view.contenders.includes(seat);
}

function drums(view: View, seat: number, time: number): boolean {
  const last = view.drums[seat];
  return last !== undefined && time - last < DRUMMING;
}
