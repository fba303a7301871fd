import type { Locale, Phrases } from "./phrase";

type Both = Record<Locale, Phrases>;

// A game's card needs its name at once; the rest of its words are loaded when the first of them is needed.
const first = import.meta.glob<Both>("../../taphouse/games/*/words.json", {
  query: "?first",
  import: "default",
  eager: true,
});
const whole = import.meta.glob<Both>("../../taphouse/games/*/words.json", { import: "default" });

class GamePhrases {
  #loaded = $state.raw<Readonly<Record<string, Both>>>({});
  #asked = new Map<string, Promise<void>>();

  /** The phrases that are loaded so far. */
  of(folder: string): Both | undefined {
    return this.#loaded[folder] ?? first[`${folder}/words.json`];
  }

  /** Whether phrases are still missing; starts to load them. */
  isMissing(folder: string): boolean {
    if (folder in this.#loaded || !(`${folder}/words.json` in whole)) return false;
    this.load(folder).catch(() => undefined); // the next word tries again
    return true;
  }

  load(folder: string): Promise<void> {
    const known = this.#asked.get(folder);
    if (known) return known;
    const coming = this.#fetch(folder);
    this.#asked.set(folder, coming);
    coming.catch(() => this.#asked.delete(folder));
    return coming;
  }

  async #fetch(folder: string): Promise<void> {
    const words = await whole[`${folder}/words.json`]?.();
    if (words) this.#loaded = { ...this.#loaded, [folder]: words };
  }
}

export const gamePhrases = new GamePhrases();
