import { readFile } from "node:fs/promises";

import type { Plugin } from "vite";

const FIRST = ["name", "tagline"];

/** Keeps only the words on a game's card. */
export function firstWords(words: Record<string, string>): typeof words {
  return Object.fromEntries(Object.entries(words).filter(([key]) => FIRST.includes(key)));
}

/** `import words from "…/text/en.json?first"` imports only a game's name and tagline; the rest is loaded later. */
export function wordsLater(): Plugin {
  const ASKED = /\.json\?first$/;
  return {
    name: "words-later",
    enforce: "pre",
    load: async (id) => {
      if (!ASKED.test(id)) return undefined;
      const words = JSON.parse(await readFile(id.replace("?first", ""), "utf-8")) as Parameters<
        typeof firstWords
      >[0];
      return { code: `export default ${JSON.stringify(firstWords(words))}`, moduleType: "js" };
    },
  };
}
