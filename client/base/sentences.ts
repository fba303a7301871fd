/** Several names as one: "Ada, Bo & Cy". */
export function together(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" & ");
}

/** Joins the texts to sentences, each with its end; leaves out empty ones. */
export function sentences(said: readonly string[]): string {
  return said
    .filter(Boolean)
    .map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(" ");
}
