// Builds the board into the Python package: npx vite build --config board/vite.config.js
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  configFile: false,
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true, css: "injected" } })],
  build: {
    outDir: here("../slapjack/web"),
    lib: { entry: here("Board.svelte"), formats: ["es"], fileName: () => "board.js" },
    // The house has these: a board shares its contract and its Svelte.
    rolldownOptions: { external: /^(\$board|\$parts\/|svelte)/ },
  },
});
