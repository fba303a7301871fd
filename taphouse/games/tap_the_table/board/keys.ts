/** Milliseconds (rule 27). */
export const HOLD = 250;

/** The key for each thing to press; Space is the pad. */
export const KEYS = { pad: " ", count: "c", fine: "f", done: "d" } as const;
