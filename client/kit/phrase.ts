export const LOCALES = ["en", "fr"] as const;
export type Locale = (typeof LOCALES)[number];
export type Params = Record<string, string | number>;
export type Phrases = Record<string, string>;

/** One phrase with its holes filled. `n` chooses between `key.one` and `key.other`, as the language does. */
export function phrase(
  phrases: Phrases | undefined,
  locale: Locale,
  key: string,
  params: Params = {},
): string | undefined {
  const plural = typeof params.n === "number" ? new Intl.PluralRules(locale).select(params.n) : "other";
  const text = phrases?.[`${key}.${plural}`] ?? phrases?.[`${key}.other`] ?? phrases?.[key];
  return text?.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));
}
