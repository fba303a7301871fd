import { expect, test } from "vitest";

import signs from "../signs.json";
import { DRAWINGS, signOf } from "./icons";

test("there is a drawing for every sign, and none for nothing", () => {
  expect(Object.keys(DRAWINGS).sort()).toEqual(Object.values(signs).sort());
});

test("the sign of a rule tells its two opposites apart", () => {
  expect(signOf("freq.colour.most")).toContain("<svg");
  expect(signOf("freq.colour.most")).not.toBe(signOf("freq.colour.least"));
  expect(signOf("number.fewer.3")).not.toBe(signOf("number_adjacent"));
});
