import { expect, test } from "vitest";

import { firstWords } from "./words";

test("the first words of a game are only its name and tagline, in both languages", () => {
  const words = { en: { name: "Tap", tagline: "Fast", "refused.late": "Late" }, fr: { name: "Tape" } };

  expect(firstWords(words)).toEqual({ en: { name: "Tap", tagline: "Fast" }, fr: { name: "Tape" } });
});
