import { fileURLToPath } from "node:url";

import { ESLint } from "eslint";
import { expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 60_000 }); // the first test loads ESLint

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Runs only the rule on imports between folders: it needs no types. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [{ languageOptions: { parserOptions: { projectService: false } } }],
  ruleFilter: ({ ruleId }) => ruleId === "no-restricted-imports",
});

async function complaints(file: string, source: string): Promise<string[]> {
  const code = file.endsWith(".svelte")
    ? `<script lang="ts">\n  import "${source}";\n</script>\n`
    : `import "${source}";\n`;
  const [result] = await eslint.lintText(code, { filePath: `${root}/${file}` });
  return [...new Set(result?.messages.map(({ ruleId, message }) => ruleId ?? message))];
}

test.each([
  ["client/base/new.ts", "$table/api"],
  ["client/base/new.ts", "$parts/signs"],
  ["client/base/new.ts", "../board/finish"],
  ["client/base/new.ts", "$app/shelf"],
  ["client/parts/New.svelte", "$app/results"],
  ["client/parts/New.svelte", "$board"],
  ["client/parts/new.ts", "$table/api"],
  ["client/board/New.svelte", "$app/shelf"],
  ["client/board/new.svelte.ts", "$table/table.svelte"],
  ["client/board/new.ts", "../table/api"],
  ["client/table/new.ts", "$parts/signs"],
  ["client/table/new.ts", "$board"],
  ["client/table/new.ts", "$app/shelf"],
  ["client/table/new.ts", "../../taphouse/games/tip_tap/wire"],
  ["taphouse/games/tip_tap/Board.svelte", "$base/words.svelte"],
  ["taphouse/games/tip_tap/board/New.svelte", "$table/table.svelte"],
  ["taphouse/games/tip_tap/board/new.ts", "$app/shelf"],
  ["taphouse/games/tip_tap/board/new.ts", "$board/finish"],
  ["taphouse/games/tip_tap/board/new.ts", "../../racesmack/board/rows"],
  ["taphouse/games/tip_tap/board/new.ts", "../../../../client/app/shelf"],
  ["taphouse/games/tip_tap/Board.svelte", "../../../client/base/wire"],
  ["taphouse/games/tip_tap/Board.svelte", "../racesmack/wire"],
])("%s may not import %s", async (file, source) => {
  expect(await complaints(file, source)).toEqual(["no-restricted-imports"]);
});

test.each([
  ["client/base/new.ts", "./wire"],
  ["client/base/new.ts", "../../taphouse/languages/text/en.json"],
  ["client/parts/New.svelte", "$base/words.svelte"],
  ["client/board/New.svelte", "$parts/Icon.svelte"],
  ["client/board/new.ts", "../base/feel"],
  ["client/table/new.ts", "$base/wire"],
  ["client/app/New.svelte", "$table/api"],
  ["client/app/New.svelte", "$board/types"],
  ["taphouse/games/tip_tap/board/New.svelte", "$board"],
  ["taphouse/games/tip_tap/board/New.svelte", "$parts/Icon.svelte"],
  ["taphouse/games/tip_tap/board/new.ts", "../wire"],
  ["taphouse/games/tip_tap/Board.svelte", "./board/scene.svelte"],
  ["taphouse/games/tip_tap/board/new.svelte.ts", "svelte"],
])("%s may import %s", async (file, source) => {
  expect(await complaints(file, source)).toEqual([]);
});
