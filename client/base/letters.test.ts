import { expect, test } from "vitest";

import { widthInTwo, widthOf } from "./letters";

test("names are not wider than their computed width", () => {
  // as a browser draws them
  for (const [name, wide] of Object.entries({ Hugo: 4.15, Emma: 4.55, Gentle: 5.69, Hummingbird: 10.77 }))
    expect(widthOf(name)).toBeGreaterThanOrEqual(wide);
});

test("two lines are as wide as the wider one, at the best line break", () => {
  expect(widthInTwo("Hugo")).toBe(widthOf("Hugo"));
  expect(widthInTwo("You & Hugo")).toBe(widthOf("You &"));
  expect(widthInTwo("Clever heron & Hugo")).toBe(widthOf("heron & Hugo"));
});
