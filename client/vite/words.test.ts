import { expect, test } from "vitest";

import { firstWords } from "./words";

test("the first words of a game are only its name and tagline", () => {
  const words = { name: "Tap", tagline: "Fast", "refused.late": "Late" };

  expect(firstWords(words)).toEqual({ name: "Tap", tagline: "Fast" });
});
