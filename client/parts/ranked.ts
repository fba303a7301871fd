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
const EACH = 600; // milliseconds between two steps
export const DRUM_ROLL = 1_600; // milliseconds before the first

/** When the step of the player with this index rises, in milliseconds: third, second, drum roll, all winners. */
export function risesAfter(index: number, ranked: readonly Ranked[]): number {
  const onSteps = ranked.slice(0, STEPS);
  if (ranked[index]?.place !== 1) return EACH * (onSteps.length - 1 - index);
  return EACH * Math.max(0, onSteps.filter(({ place }) => place > 1).length - 1) + DRUM_ROLL;
}
