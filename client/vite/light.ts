import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { parse } from "acorn";
import { build, type Plugin, type Rolldown } from "vite";

import { emoji } from "./emoji";
import { oldCss, tooNew } from "./oldCss";
import { wordsLater } from "./words";

const OLD = "chrome63";
const SYNTAX = 2018; // the last edition that it reads whole
const SOURCE = "en";
const PLAIN =
  "body{margin:0;min-height:100vh;box-sizing:border-box;padding:6vh 4vw;background:#14423c;color:#fff3da;" +
  "font:600 4vh sans-serif;text-align:center}h1{margin:0;font-size:8vh}p{margin:3vh 0}" +
  "img{display:block;margin:auto;width:50vh;height:50vh;border:2vh solid #fff;background:#fff}";
const FOR_PLAYERS = /\/board\/(HandScreen|Keyboard)\.svelte$/;

interface Options {
  /** Where the client's sources lie. */
  client: string;
  /** Where the texts of the app lie. */
  texts: string;
  svelteConfig: string;
  alias: Record<string, string>;
}

/** What stands there without any script: one sentence in each language, and the way to the house. */
function plainPage(folder: string): string {
  const sentences = readdirSync(folder).map((file) => {
    const words = JSON.parse(readFileSync(`${folder}/${file}`, "utf-8")) as Record<string, string>;
    return [basename(file, ".json"), words["old.plain"] ?? ""] as const;
  });
  sentences.sort(([a], [b]) => Number(b === SOURCE) - Number(a === SOURCE)); // the first is shown if no other fits
  const lines = sentences.map(([code, text]) => `<p lang="${code}">${text}</p>`);
  return `<style>${PLAIN}</style><h1>Taphouse</h1>${lines.join("")}<img src="qr.svg" alt="QR" />`;
}

/** Boards draw two screens; a TV shows only the table. */
function withoutHands(): Plugin {
  const EMPTY = "\0empty.svelte.js";
  return {
    name: "without-hands",
    enforce: "pre",
    resolveId: (id) => (FOR_PLAYERS.test(id) ? EMPTY : undefined),
    load: (id) => (id === EMPTY ? "export default function Empty() {}" : undefined),
  };
}

/** Old TVs cannot import a board that was built elsewhere. */
function withoutImports(): Plugin {
  const NOTHING = "\0no-imports.js";
  return {
    name: "without-imports",
    enforce: "pre",
    resolveId: (id) => (id === "./importModule" ? NOTHING : undefined),
    load: (id) =>
      id === NOTHING ? 'export const importModule = () => Promise.reject(new Error("too old"));' : undefined,
  };
}

/** Builds the big screen for old TVs: one script and one stylesheet, which modern browsers never load. */
export function light({ client, texts, svelteConfig, alias }: Options): Plugin {
  let lightScript = "";
  return {
    name: "light",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => {
        const app = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
        const link = (_: string, src: string) =>
          `<link id="app" rel="modulepreload" crossorigin href="${src}" data-light="./${lightScript}" />`;
        const start = readFileSync(`${client}/start.js`, "utf-8").replace(/^ *(\/\/.*\n)?/gm, "");
        return html
          .replace(app, link)
          .replace(/<noscript>.*<\/noscript>/, () => `<noscript>${plainPage(texts)}</noscript>`)
          .replace("</body>", () => `<script>${start}</script>\n  </body>`);
      },
    },
    async generateBundle(_, bundle) {
      const { output } = await bundled(client, svelteConfig, alias);
      const named = (ending: string, source: string) => {
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        const fileName = `assets/light-${hash}.${ending}`;
        this.emitFile({ type: "asset", fileName, source });
        return fileName;
      };
      let script = "";
      let sheet = "";
      for (const file of output) {
        if (file.type === "chunk") script += file.code;
        else if (file.fileName.endsWith(".css")) sheet += String(file.source);
        else if (!(file.fileName in bundle))
          this.emitFile({ type: "asset", fileName: file.fileName, source: file.source });
      }
      const { css, sizes } = oldCss(sheet);
      parse(script, { ecmaVersion: SYNTAX }); // throws where the browser would
      const unknown = tooNew(css);
      if (unknown.length > 0) throw new Error(`${OLD} does not know ${unknown.join(", ")}`);
      const style = named("css", css);
      lightScript = named("js", `window.lightBuild=${JSON.stringify({ style, sizes })};${script}`);
    },
  };
}

async function bundled(
  root: string,
  configFile: string,
  alias: Options["alias"],
): Promise<Rolldown.RolldownOutput> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    root,
    base: "./",
    publicDir: false,
    plugins: [withoutHands(), withoutImports(), svelte({ configFile }), emoji(), wordsLater()],
    resolve: { alias },
    // Beside the stylesheet; and for scripts from the root of the house, which is the page's `<base>`.
    experimental: {
      renderBuiltUrl: (file, { hostType }) =>
        hostType === "js" ? { runtime: JSON.stringify(file) } : { relative: true },
    },
    build: {
      write: false,
      assetsInlineLimit: 0,
      target: OLD,
      cssTarget: "esnext", // rewritten as a whole afterwards
      cssMinify: false,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: `${root}/light/main.ts`,
        output: { format: "iife", codeSplitting: false },
      },
    },
  });
  return (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
}
