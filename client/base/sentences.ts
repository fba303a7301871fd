import { type Locale, made, number } from "./phrase";
import { language } from "./words.svelte";

const names = new Map<Locale, Intl.ListFormat>();
const rows = new Map<Locale, Intl.ListFormat>();

/** Several names as one: "Ada, Bo, and Cy". */
export function together(those: readonly string[], locale: Locale = language.locale): string {
  return made(names, locale, () => new Intl.ListFormat(locale, { type: "conjunction" })).format(those);
}

/** Things side by side: "red star, blue circle". */
export function listed(things: readonly string[], locale: Locale = language.locale): string {
  return made(rows, locale, () => new Intl.ListFormat(locale, { type: "unit", style: "short" })).format(
    things,
  );
}

/** Minutes and seconds: 83 seconds are 1:23. */
export function minutesAndSeconds(seconds: number, locale: Locale = language.locale): string {
  const rest = number(seconds % 60, locale, 2);
  return `${number(Math.floor(seconds / 60), locale)}:${rest}`;
}

/** Joins the texts to sentences, each with its end; leaves out empty ones. */
export function sentences(said: readonly string[]): string {
  return said
    .filter(Boolean)
    .map((sentence) => (/[.!?…。！？؟]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(" ");
}
