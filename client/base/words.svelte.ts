import en from "../words/en.json";
import fr from "../words/fr.json";
import { store, stored } from "./storage";
import { type Locale, LOCALES, type Params, phrase, type Phrases } from "./phrase";
import type { Reason, Skill, LineRating, Why } from "./wire";

export { type Locale, LOCALES, type Phrases } from "./phrase";

export type Key = keyof typeof en | PluralStem<keyof typeof en>;
/** A phrase in the player's language. `n` chooses between `key.one` and `key.other`. */
export type Words = (key: string, params?: Params) => string;

type PluralStem<K> = K extends `${infer Stem}.other` ? Stem : never;

// A reason, a correction, a weather or a level that the house can send and we cannot say is a type error here.
const HOUSE: Record<
  Locale,
  Phrases &
    Record<
      | `why.${Why}`
      | `line-rating.${LineRating}`
      | `line.${LineRating}`
      | `skill.${Skill}`
      | `corrected.${Reason}`,
      string
    >
> = {
  en,
  fr,
};

class Language {
  locale = $state<Locale>(chosen());

  follow(): void {
    $effect(() => {
      store("locale", this.locale);
      document.documentElement.lang = this.locale;
    });
  }
}

export const language = new Language();

/** One of the app's own phrases. */
export function t(key: Key, params?: Params): string {
  return phrase(HOUSE[language.locale], language.locale, key, params) ?? key;
}

/** Words that look into a game's phrases first, then into the app's. Nothing is said while they are on the way. */
export function wordsOf(game: () => Record<Locale, Phrases> | undefined, onTheWay = () => false): Words {
  return (key, params) => {
    const { locale } = language;
    const own = phrase(game()?.[locale], locale, key, params);
    if (own !== undefined) return own;
    const waits = onTheWay();
    return phrase(HOUSE[locale], locale, key, params) ?? (waits ? "" : key);
  };
}

/** Whether anything but the key itself can be said. */
export function known(words: Words, key: string): boolean {
  return words(key) !== key;
}

function chosen(): Locale {
  const wish = stored("locale") ?? navigator.language.slice(0, 2);
  return LOCALES.find((locale) => locale === wish) ?? "en";
}
