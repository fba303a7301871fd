/** A wide screen that nobody touches: a TV, or a computer beside one. */
const LIKE_A_TV = "(min-width: 1100px) and (min-height: 600px) and (not (any-pointer: coarse))";

/** Whether this screen may be meant for the whole room. A computer of one player looks the same, so it is only asked. */
export const looksLikeTv = (): boolean => matchMedia(LIKE_A_TV).matches;
