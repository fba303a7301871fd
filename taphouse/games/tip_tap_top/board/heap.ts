import type { View } from "../wire";

/** One player's paddle, as the middle of the table shows it. */
export interface Paddle {
  seat: number;
  /** Its place in the heap: 1 is the first to fall. `null`: it rests at its player's side. */
  place: number | null;
  /** Whether it is held high. It may fall or not. */
  up: boolean;
  /** Whether its player is not in the race, because they have no cards or are away. */
  idle: boolean;
  /** Whether it is one of two that fell too close together to tell apart. */
  jammed: boolean;
}

type HeapView = Pick<View, "phase" | "turn" | "counts" | "away" | "slaps" | "outcome">;

/** Returns every paddle. The last heap stays until the next hand goes up. */
export function paddles(view: HeapView): Paddle[] {
  const heap = fallen(view);
  const unclear = view.phase !== "racing" && view.outcome?.what === "too-close" ? heap.slice(-2) : [];
  return view.counts.map((cards, seat) => {
    const place = heap.indexOf(seat);
    return {
      seat,
      place: place < 0 ? null : place + 1,
      up: view.phase === "winding" && seat === view.turn,
      idle: seat !== view.turn && (cards === 0 || view.away.includes(seat)),
      jammed: unclear.includes(seat),
    };
  });
}

/** Returns the seats whose paddles lie in the middle, the lowest first. */
export function fallen({ phase, turn, slaps, outcome }: HeapView): number[] {
  if (phase === "racing") return [turn, ...slaps.map((slap) => slap.seat)];
  if (phase === "winding" || !outcome || !["laid", "too-close", "too-slow"].includes(outcome.what)) return [];
  const heap = [outcome.seat, ...outcome.slaps.map((slap) => slap.seat)];
  const { loser } = outcome;
  return loser === null ? heap : [...heap.filter((seat) => seat !== loser), loser];
}

/** Returns the side from which a seat reaches in, in degrees clockwise from the right. The viewer is at the bottom. */
export function side(seat: number, seats: number, viewer: number | null): number {
  return 90 + (360 * ((seat - (viewer ?? 0) + seats) % seats)) / seats;
}
