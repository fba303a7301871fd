import type all from "../../taphouse/languages/text/en.json";
import first from "../../taphouse/languages/text/en.json?app";
import { bestLanguage } from "./bestLanguage";
import { type Locale, type Params, phrase, type Phrases } from "./phrase";
import { store, stored } from "./storage";
import { appTexts, languages } from "./texts";
import type { Language, Texts } from "./wire";

export { type Locale, type Phrases } from "./phrase";

type Translated = keyof typeof all;
export type Key = Translated | PluralStem<Translated>;
/** A phrase in the player's language. `n` chooses between `key_one` and `key_other`. */
export type Words = (key: string, params?: Params) => string;

type PluralStem<K> = K extends `${infer Stem}_other` ? Stem : never;

/** English is part of the app; every other language comes from the house. */
const SOURCE = "en";
/** Grows when modules that need later words are loaded (laterWords.ts). */
const ENGLISH: Record<string, string> = { ...first };
const IN_ENGLISH: Texts = { words: ENGLISH, games: {} };

class LanguageChoice {
  #locale = $state<Locale>(SOURCE);
  #texts = $state.raw(IN_ENGLISH);
  /** All languages of the house, as far as they are known. */
  offered = $state.raw<readonly Language[]>([
    { code: SOURCE, name: first["language.name"], direction: "ltr", reviewed: true, note: "" },
  ]);

  get locale(): Locale {
    return this.#locale;
  }

  get words(): Phrases {
    return this.#texts.words;
  }

  /** The words on the card of a game, `undefined` if they are not in this language. */
  card(slug: string): Phrases | undefined {
    return this.#texts.games[slug];
  }

  /** Loads the language of this device before the first screen is drawn; English if the house cannot be asked. */
  async begin(wishes: readonly string[] = navigator.languages): Promise<void> {
    const offered = this.#ask();
    const chosen = stored("locale");
    const found = chosen ?? stored("locale.found"); // last time: saves a request before the first screen
    const isEnglish = !found && bestLanguage(wishes.slice(0, 1), [SOURCE]) === SOURCE;
    const matched = chosen ? offered : offered.then(() => this.#match(wishes));
    const first = isEnglish ? Promise.resolve() : found ? this.#speak(found) : matched;
    matched.catch(() => undefined);
    await first.catch(() => undefined);
  }

  /** The player chooses a language for this device. */
  async choose(locale: Locale): Promise<void> {
    await this.#speak(locale);
    store("locale", locale);
  }

  /** Tells the browser which language the page is in, and in which direction it is read. */
  follow(): void {
    $effect(() => {
      document.documentElement.lang = this.locale;
      document.documentElement.dir = t("language.direction");
    });
  }

  /** Speaks the language that the browser asks for, as far as the house has it. */
  async #match(wishes: readonly string[]): Promise<void> {
    const found = bestLanguage(
      wishes,
      this.offered.map(({ code }) => code),
    );
    await this.#speak(found ?? SOURCE);
    store("locale.found", found ?? null);
  }

  async #ask(): Promise<void> {
    this.offered = await languages();
  }

  async #speak(locale: Locale): Promise<void> {
    if (locale === this.#locale) return;
    this.#texts = locale === SOURCE ? IN_ENGLISH : await appTexts(locale);
    this.#locale = locale;
  }
}

export const language = new LanguageChoice();

export function addEnglish(words: Phrases): void {
  Object.assign(ENGLISH, words);
}

/** One of the app's own phrases; in English where the player's language has none. */
export function t(key: Key, params?: Params): string {
  return app(key, params) ?? key;
}

function app(key: string, params?: Params): string | undefined {
  return phrase(language.words, language.locale, key, params) ?? phrase(ENGLISH, SOURCE, key, params);
}

/** Words that look into a game's phrases first, then into the app's. Empty while the game's phrases are loading. */
export function wordsOf(game: () => Phrases | undefined, onTheWay = () => false): Words {
  return (key, params) => {
    const own = phrase(game(), language.locale, key, params);
    if (own !== undefined) return own;
    const waits = onTheWay();
    return app(key, params) ?? (waits ? "" : key);
  };
}

/** Whether there is a phrase for the key. */
export function known(words: Words, key: string): boolean {
  return words(key) !== key;
}
