import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

const FOLDERS = ["app", "base", "board", "light", "parts", "table"];

/**
 * Which folders of `client/` each of them may import. `app` may import all.
 *
 * @type {Record<string, string[]>}
 */
const DOORS = {
  base: [],
  parts: ["base"],
  board: ["base", "parts"],
  table: ["base"],
};

/**
 * Forbids these folders of `client/`, by alias or by relative path.
 *
 * @param {string[]} folders
 * @param {string} message
 */
const closed = (folders, message) => ({
  regex: `^(?:\\$|(?:\\.\\./)+(?:client/)?)(?:${folders.join("|")})(?:/|$)`,
  message,
});

const doors = Object.entries(DOORS).map(([folder, open]) => ({
  files: [`client/${folder}/**`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          closed(
            FOLDERS.filter((other) => other !== folder && !open.includes(other)),
            open.length > 0
              ? `client/${folder} imports only ${open.map((other) => `client/${other}`).join(" and ")}.`
              : `client/${folder} imports no other folder.`,
          ),
          { regex: "taphouse/games/", message: "The client names no game." },
        ],
      },
    ],
  },
}));

/**
 * The rule of a game's folder, which a path leaves that begins with `outside`.
 *
 * @param {string} outside
 */
const insideGame = (outside) => ({
  "no-restricted-imports": [
    "error",
    {
      patterns: [
        closed(["app", "base", "table"], "A board imports only $board, $parts/*, svelte and its own folder."),
        {
          regex: "^\\$board/",
          message: "A board imports $board as a whole: client/board/index.ts lists it.",
        },
        { regex: `^${outside}`, message: "A board imports nothing outside its game's folder by path." },
      ],
    },
  ],
});

export default defineConfig(
  { ignores: ["**/wire.ts", "taphouse/server/static/**"] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // ESLint sees no types of components' props; svelte-check does
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  ...doors,
  { files: ["taphouse/games/**"], rules: insideGame("(?:\\.\\./){2}") },
  { files: ["taphouse/games/*/*"], rules: insideGame("\\.\\./") },
  {
    files: ["client/sw.js"], // sent as it is: no types, and another world than a page's
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.serviceworker },
  },
  {
    files: ["client/start.js"], // sent as it is, to browsers of any age
    extends: [ts.configs.disableTypeChecked],
    rules: { "no-var": "off" },
  },
);
