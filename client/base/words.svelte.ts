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

// A reason, a correction, a line rating or a level that the server can send and that has no phrase is a type error here.
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

/** Words that look into a game's phrases first, then into the app's. Empty while the game's phrases are loading. */
export function wordsOf(game: () => Record<Locale, Phrases> | undefined, onTheWay = () => false): Words {
  return (key, params) => {
    const { locale } = language;
    const own = phrase(game()?.[locale], locale, key, params);
    if (own !== undefined) return own;
    const waits = onTheWay();
    return phrase(HOUSE[locale], locale, key, params) ?? (waits ? "" : key);
  };
}

/** Whether there is a phrase for the key. */
export function known(words: Words, key: string): boolean {
  return words(key) !== key;
}

function chosen(): Locale {
  const wish = stored("locale") ?? navigator.language.slice(0, 2);
  return LOCALES.find((locale) => locale === wish) ?? "en";
}
