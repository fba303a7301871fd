import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { emoji } from "./client/vite/emoji.ts";
import { fontsFirst } from "./client/vite/fonts.ts";
import { offline } from "./client/vite/offline.ts";
import { rulebook } from "./client/vite/rulebook.ts";
import { squeezed } from "./client/vite/squeezed.ts";
import { wordsLater } from "./client/vite/words.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const house = process.env.TAPHOUSE_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  root: here("client"),
  base: "/",
  plugins: [
    svelte({ configFile: here("svelte.config.js") }),
    emoji(),
    fontsFirst(),
    rulebook(),
    wordsLater(),
    offline(here("client/sw.js")),
    squeezed(),
  ],
  resolve: { alias: { $kit: here("client/kit"), $parts: here("client/parts") } },
  build: {
    outDir: here("taphouse/server/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the house allows no data: addresses
    target: "es2022",
  },
  server: {
    host: "127.0.0.1",
    fs: { allow: [here(".")] },
    proxy: {
      "/api": house,
      "/ws": { target: house.replace("http", "ws"), ws: true },
      "^/t/[^/]+/(qr.svg|game.jsonl)": house,
    },
  },
  test: { include: ["**/*.test.ts", "../taphouse/games/**/*.test.ts"] },
});
