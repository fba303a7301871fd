import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import type { Plugin } from "vite";

/** The files of the shell: the page and every file it loads before the first press. */
export function appShell(html: string): string[] {
  const page = html.replace(/<noscript>.*<\/noscript>/s, ""); // no browser with a worker shows it
  return [...page.matchAll(/<(?!base)[^>]*(?:src|href)="([^":]+)"/g)].flatMap(([, file]) => file ?? []);
}

/** Writes `sw.js`, which caches the shell of exactly this build. */
export function offline(worker: string): Plugin {
  return {
    name: "offline",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        if (!bundle) return;
        const shell = ["./", ...new Set(appShell(html))];
        const name = createHash("sha256").update(shell.join()).digest("hex").slice(0, 12);
        const source = (await readFile(worker, "utf-8"))
          .replace("BUILD", name)
          .replace('["SHELL"]', JSON.stringify(shell));
        (this as unknown as { emitFile: (file: object) => void }).emitFile({
          type: "asset",
          fileName: "sw.js",
          source,
        });
      },
    },
  };
}
