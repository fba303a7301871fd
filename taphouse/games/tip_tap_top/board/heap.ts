import type { View } from "../wire";

/** One player's paddle, as the middle of the table shows it. */
export interface Paddle {
  seat: number;
  /** Its place in the heap from 1, the first to fall; `null` while it rests at its player's side. */
  place: number | null;
  /** Held high: it will fall, or not. */
  up: boolean;
  /** Has no cards, or is away: not in the race. */
  idle: boolean;
  /** One of two that nobody can tell apart. */
  jammed: boolean;
}

type Told = Pick<View, "phase" | "turn" | "counts" | "away" | "slaps" | "outcome">;

/** Every paddle. The last heap lies there until the next hand goes up. */
export function paddles(view: Told): Paddle[] {
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

/** Whose paddles lie in the middle, the lowest first. */
export function fallen({ phase, turn, slaps, outcome }: Told): number[] {
  if (phase === "racing") return [turn, ...slaps.map((slap) => slap.seat)];
  if (phase === "winding" || !outcome || !["laid", "too-close", "too-slow"].includes(outcome.what)) return [];
  const heap = [outcome.seat, ...outcome.slaps.map((slap) => slap.seat)];
  const { loser } = outcome;
  return loser === null ? heap : [...heap.filter((seat) => seat !== loser), loser];
}

/** From which side of the table a seat reaches in: degrees, clockwise, from the right; oneself from below. */
export function side(seat: number, seats: number, viewer: number | null): number {
  return 90 + (360 * ((seat - (viewer ?? 0) + seats) % seats)) / seats;
}
