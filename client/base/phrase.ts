import type { Locale } from "./wire";

export { type Locale, LOCALES } from "./wire";
export type Params = Record<string, string | number>;
export type Phrases = Record<string, string>;

/** Made once, since they are expensive. */
const PLURALS: Record<Locale, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  fr: new Intl.PluralRules("fr"),
};

/** One phrase with its holes filled. `n` chooses `key.one` or `key.other` by the language's rules; 0 may have `key.none`. */
export function phrase(
  phrases: Phrases | undefined,
  locale: Locale,
  key: string,
  params: Params = {},
): string | undefined {
  const plural = typeof params.n === "number" ? PLURALS[locale].select(params.n) : "other";
  const none = params.n === 0 ? phrases?.[`${key}.none`] : undefined;
  const text = none ?? phrases?.[`${key}.${plural}`] ?? phrases?.[`${key}.other`] ?? phrases?.[key];
  return text?.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));
}
