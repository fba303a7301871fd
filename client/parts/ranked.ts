/** A player on a podium. */
export interface Ranked {
  key: number;
  name: string;
  sign: number;
  /** From 1; equals share a place. */
  place: number;
  points: number;
}
