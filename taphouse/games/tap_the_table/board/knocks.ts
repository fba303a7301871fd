import type { Sensitivity } from "$board";

/** The sensitivity that separates a knock from the noise of a room. */
export const KNOCKS: Sensitivity = { every: 10, sudden: 6, audible: 0.05, rest: 250, learnsAlways: true };
