import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

import type { Plugin } from "vite";

type Words = Record<string, string>;

const FIRST = ["name", "tagline"];
const APP = new URL("../../taphouse/languages/text/en.json", import.meta.url);
/** What these keys begin with is said on pages and sheets that the first page does not need. */
const LATER =
  /^(?:calibrate|day|deck|dev|file|finish|ghost(?!\.is$)|hotspot|house|introduction|lines|next|paused|replay|slow|terminal|trust|verdict)\./;
const LATER_WORDS = "$base/laterWords";

/** Keeps only the words on a game's card. */
export function firstWords(words: Words): Words {
  return Object.fromEntries(Object.entries(words).filter(([key]) => FIRST.includes(key)));
}

/** The app's words that the first page needs, and the rest. */
export function split(words: Words): { readonly first: Words; readonly later: Words } {
  const part = (later: boolean) =>
    Object.fromEntries(Object.entries(words).filter(([key]) => LATER.test(key) === later));
  return { first: part(false), later: part(true) };
}

/** Whether code uses one of these keys, or begins one with a template. */
export function usesLater(code: string, later: Words): boolean {
  const keys = code.match(/(?<=["'`])[\w-]+\.[\w.-]*(?=["'`]|\$\{)/g) ?? [];
  return keys.some((key) => LATER.test(key) && Object.keys(later).some((known) => known.startsWith(key)));
}

/**
 * Loads English in parts. `…/text/en.json?first` has only a game's name and tagline; `?app` has the app's words for the
 * first page, `?later` the others. A module that uses one of those imports them.
 */
export function wordsLater(): Plugin[] {
  const ASKED = /\.json\?(first|app|later)$/;
  const { later } = split(JSON.parse(readFileSync(APP, "utf-8")) as Words);
  return [
    {
      name: "words-in-parts",
      enforce: "pre",
      load: async (id) => {
        const asked = ASKED.exec(id)?.[1];
        if (!asked) return undefined;
        const words = JSON.parse(await readFile(id.replace(ASKED, ".json"), "utf-8")) as Words;
        const part =
          asked === "first" ? firstWords(words) : split(words)[asked === "app" ? "first" : "later"];
        return { code: `export default ${JSON.stringify(part)}`, moduleType: "js" };
      },
    },
    {
      name: "later-words",
      enforce: "post",
      transform(code, id) {
        if (ASKED.test(id) || id.includes("node_modules") || !usesLater(code, later)) return undefined;
        return { code: `import "${LATER_WORDS}";${code}`, map: null };
      },
    },
  ];
}
