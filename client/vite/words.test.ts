import { expect, test } from "vitest";

import { firstWords, split, usesLater } from "./words";

test("the first words of a game are only its name and tagline", () => {
  const words = { name: "Tap", tagline: "Fast", "refused.late": "Late" };

  expect(firstWords(words)).toEqual({ name: "Tap", tagline: "Fast" });
});

test("the app's words are split into those of the first page and the others, and none is lost", () => {
  const words = { "make-table": "Make a table", "replay.again": "Again", replay: "Watch again" };

  const { first, later } = split(words);

  expect(later).toEqual({ "replay.again": "Again" });
  expect({ ...first, ...later }).toEqual(words);
});

test("a module uses later words if it names one of their keys or begins one", () => {
  const later = { "replay.again": "Again", "finish.gap_other": "ms" };

  expect(usesLater('t("replay.again")', later)).toBe(true);
  expect(usesLater("t(`finish.${kind}`)", later)).toBe(true);
  expect(usesLater('t("finish.gap", { n })', later)).toBe(true);
  expect(usesLater('import x from "./replay.svelte"', later)).toBe(false);
  expect(usesLater("`replay.unknown`", later)).toBe(false);
  expect(usesLater('t("make-table")', later)).toBe(false);
});
