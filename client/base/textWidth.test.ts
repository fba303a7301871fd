import { expect, test } from "vitest";

import { textWidthInTwoLines, textWidth } from "./textWidth";

test("names are not wider than their computed width", () => {
  // as a browser draws them
  for (const [name, wide] of Object.entries({ Hugo: 4.15, Emma: 4.55, Gentle: 5.69, Hummingbird: 10.77 }))
    expect(textWidth(name)).toBeGreaterThanOrEqual(wide);
});

test("two lines are as wide as the wider one, at the best line break", () => {
  expect(textWidthInTwoLines("Hugo")).toBe(textWidth("Hugo"));
  expect(textWidthInTwoLines("You & Hugo")).toBe(textWidth("You &"));
  expect(textWidthInTwoLines("Clever heron & Hugo")).toBe(textWidth("heron & Hugo"));
});
