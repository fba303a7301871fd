import { expect, test } from "vitest";

import { fits } from "./cards";

test.each([
  ["blue-dog-clap", "blue-cat-tap", true],
  ["blue-dog-clap", "red-dog-tap", true],
  ["blue-dog-clap", "red-cat-clap", false],
  ["striped-dog-clap", "red-cat-tap", true],
  ["blue-dog-clap", "striped-cat-tap", true],
])("a card fits by its border or its character, and striped cards fit always: %s on %s", (card, on, fit) => {
  expect(fits(card, on)).toBe(fit);
});
