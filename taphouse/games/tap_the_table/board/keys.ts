/** How long the count pad must be held, in milliseconds (rule 27). */
export const HOLD = 250;

/** The key of each control. Space is the pad. */
export const KEYS = { pad: " ", count: "c", fine: "f", done: "d", keep: "k" } as const;
