import type { Phrases } from "./phrase";
import { gameTexts } from "./texts";
import { language } from "./words.svelte";

// English is part of the app, except that of games from other packages. A game's card needs its name at once; the rest is loaded when the first of it is needed.
const first = import.meta.glob<Phrases>("../../taphouse/games/*/text/en.json", {
  query: "?first",
  import: "default",
  eager: true,
});
const whole = import.meta.glob<Phrases>("../../taphouse/games/*/text/en.json", { import: "default" });

const fileOf = (slug: string) => `../../taphouse/games/${slug.replaceAll("-", "_")}/text/en.json`;

class GamePhrases {
  #loaded = $state.raw<Readonly<Record<string, Phrases>>>({});
  #asked = new Map<string, Promise<void>>();

  /** The phrases that are loaded so far, in the player's language. */
  of(slug: string): Phrases | undefined {
    return this.#loaded[keyOf(slug)] ?? language.card(slug) ?? first[fileOf(slug)];
  }

  /** Whether phrases are still missing; starts to load them. */
  isMissing(slug: string): boolean {
    if (keyOf(slug) in this.#loaded || slug === "") return false;
    this.load(slug).catch(() => undefined); // the next word tries again
    return true;
  }

  load(slug: string): Promise<void> {
    const key = keyOf(slug);
    const known = this.#asked.get(key);
    if (known) return known;
    const coming = this.#fetch(slug, key);
    this.#asked.set(key, coming);
    coming.catch(() => this.#asked.delete(key));
    return coming;
  }

  async #fetch(slug: string, key: string): Promise<void> {
    const english = whole[fileOf(slug)] ?? (() => gameTexts("en", slug)); // a game of another package
    const { locale } = language;
    const words = await (locale === "en" ? english() : gameTexts(locale, slug).catch(english));
    this.#loaded = { ...this.#loaded, [key]: words };
  }
}

const keyOf = (slug: string) => `${language.locale}/${slug}`;

export const gamePhrases = new GamePhrases();
