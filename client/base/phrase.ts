/** The code of a language, as in `pt-BR`. */
export type Locale = string;
export type Params = Readonly<Record<string, string | number>>;
/** Texts by key, as in i18next JSON v4. */
export type Phrases = Readonly<Record<string, string>>;

/** Made once for each language, since they are expensive. */
const plurals = new Map<Locale, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/**
 * One phrase with its holes filled, numbers as the language writes them. A hole that is the key of another phrase,
 * such as the words on a button, is filled with it.
 * `n` chooses `key_one`, `key_few` or another
 * form by the language's rules; 0 may have `key_zero` in every language.
 */
export function phrase(
  phrases: Phrases | undefined,
  locale: Locale,
  key: string,
  params: Params = {},
): string | undefined {
  const text = formOf(phrases, locale, key, params.n);
  return text?.replace(/\{\{([\w.-]+)\}\}/g, (hole, name: string) => {
    const value = params[name];
    return typeof value === "number" ? number(value, locale) : (value ?? phrases?.[name] ?? hole);
  });
}

/** A number as the language writes it, with at least so many digits before the point. */
export function number(value: number, locale: Locale, digits = 1): string {
  const make = () => new Intl.NumberFormat(locale, { minimumIntegerDigits: digits });
  return made(numbers, `${locale} ${String(digits)}`, make).format(value);
}

function formOf(phrases: Phrases | undefined, locale: Locale, key: string, n?: string | number) {
  if (typeof n !== "number") return phrases?.[key] ?? phrases?.[`${key}_other`];
  const rule = made(plurals, locale, () => new Intl.PluralRules(locale)).select(n);
  const zero = n === 0 ? phrases?.[`${key}_zero`] : undefined;
  return zero ?? phrases?.[`${key}_${rule}`] ?? phrases?.[`${key}_other`] ?? phrases?.[key];
}

/** What is already made for this key, otherwise a new one. */
export function made<T>(known: Map<string, T>, key: string, make: () => T): T {
  const one = known.get(key) ?? make();
  known.set(key, one);
  return one;
}
