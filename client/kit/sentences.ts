/** What is to be said, one sentence after the other. */
export function sentences(said: readonly string[]): string {
  return said
    .filter(Boolean)
    .map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(" ");
}
