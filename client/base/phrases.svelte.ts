import type { Locale, Phrases } from "./phrase";

type Both = Record<Locale, Phrases>;

// A game's name is on its card; the rest of its words come when the first of them is asked for.
const first = import.meta.glob<Both>("../../taphouse/games/*/words.json", {
  query: "?first",
  import: "default",
  eager: true,
});
const whole = import.meta.glob<Both>("../../taphouse/games/*/words.json", { import: "default" });

class GamePhrases {
  #loaded = $state.raw<Readonly<Record<string, Both>>>({});
  #asked = new Map<string, Promise<void>>();

  /** What can be said at once. */
  of(folder: string): Both | undefined {
    return this.#loaded[folder] ?? first[`${folder}/words.json`];
  }

  /** Whether more is to come; whoever asks brings it on the way. */
  isMissing(folder: string): boolean {
    if (folder in this.#loaded || !(`${folder}/words.json` in whole)) return false;
    this.load(folder).catch(() => undefined); // asked for again with the next word
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
