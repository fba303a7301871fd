/** Widths of capitals in the display face at its widest, in ems, as a browser draws them. No other is wider than a Y. */
const WIDTHS: Record<string, number> = { W: 1.52, M: 1.34, "&": 1.2, N: 1.19, A: 1.12, I: 0.5, " ": 0.4 };
const OTHERS = 1.07;

/** The width of words in these capitals, in ems. */
export function textWidth(text: string): number {
  return Array.from(text.toUpperCase(), (letter) => WIDTHS[letter] ?? OTHERS).reduce((a, b) => a + b, 0);
}

/** The width in two lines, broken where the wider line is narrowest. */
export function textWidthInTwoLines(text: string): number {
  const words = text.split(" ");
  const broken = words.map((_, at) =>
    Math.max(textWidth(words.slice(0, at).join(" ")), textWidth(words.slice(at).join(" "))),
  );
  return Math.min(...broken);
}
