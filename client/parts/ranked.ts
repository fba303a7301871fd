/** A player on a podium. */
export interface Ranked {
  key: number;
  name: string;
  sign: number;
  /** From 1; equals share a place. */
  place: number;
  points: number;
}

/** How many stand on steps. */
export const STEPS = 3;

/** When the step of the player with this index rises, in parts of `--t-party`: third, second, drum roll, first. */
export function risesAfter(index: number, ranked: readonly Ranked[]): number {
  const before = Math.min(STEPS, ranked.length) - 1 - index;
  return 0.375 * before + (index === 0 ? DRUM_ROLL : 0);
}
const DRUM_ROLL = 0.6;
