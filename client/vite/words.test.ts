import { expect, test } from "vitest";

import { firstWords } from "./words";

test("a game's card needs only its name and its line, in both languages", () => {
  const words = { en: { name: "Tap", tagline: "Fast", "refused.late": "Late" }, fr: { name: "Tape" } };

  expect(firstWords(words)).toEqual({ en: { name: "Tap", tagline: "Fast" }, fr: { name: "Tape" } });
});
