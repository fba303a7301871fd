import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { bundled } from "./client/vite/bundled";
import { emoji } from "./client/vite/emoji";
import { preloadFonts } from "./client/vite/fonts";
import { isOnFirstPage, kit } from "./client/vite/kit";
import { light } from "./client/vite/light";
import { offline } from "./client/vite/offline";
import { compress } from "./client/vite/compress";
import { wordsLater } from "./client/vite/words";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const alias = Object.fromEntries(
  ["app", "base", "board", "parts", "table"].map((room) => [`$${room}`, here(`client/${room}`)]),
);
const house = process.env.TAPHOUSE_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  root: here("client"),
  base: "./",
  plugins: [
    svelte({ configFile: here("svelte.config.js") }),
    emoji(),
    preloadFonts(),
    kit(),
    wordsLater(),
    light({
      client: here("client"),
      texts: here("taphouse/languages/text"),
      svelteConfig: here("svelte.config.js"),
      alias,
    }),
    offline(here("client/sw.js")),
    bundled({
      "\0emoji:": "@iconify-json/fluent-emoji-flat",
      "theme/fonts/anybody": "@fontsource-variable/anybody",
    }),
    compress(),
  ],
  resolve: { alias },
  build: {
    outDir: here("taphouse/server/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the house allows no data: addresses
    target: "es2022",
    // What the first page needs comes in one file: it compresses better than ninety small ones, and takes one request.
    // So does what several boards and pages of a table share: each icon and part of its own would be a request.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "shell", test: isOnFirstPage, priority: 1 },
            { name: "table", test: /client.(base|board|parts|table).|phosphor/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    fs: { allow: [here(".")] },
    // The host stays the page's own: the house refuses requests whose origin is another host.
    proxy: {
      "/api": { target: house, changeOrigin: false },
      "/ws": { target: house.replace("http", "ws"), ws: true },
      "^/(t|tv)/[^/]+/(qr.svg|game.jsonl)": { target: house, changeOrigin: false },
    },
  },
  test: {
    setupFiles: [here("client/vite/test-setup.ts")],
    include: ["**/*.test.ts", "../taphouse/games/**/*.test.ts"],
  },
});
