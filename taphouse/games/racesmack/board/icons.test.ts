import { expect, test } from "vitest";

import signs from "../signs.json";
import { DRAWINGS, signOf } from "./icons";

test("every sign has a drawing, and every drawing has a sign", () => {
  expect(Object.keys(DRAWINGS).sort()).toEqual(Object.values(signs).sort());
});

test("two opposite rules have different signs", () => {
  expect(signOf("freq.colour.most")).toContain("<svg");
  expect(signOf("freq.colour.most")).not.toBe(signOf("freq.colour.least"));
  expect(signOf("number.fewer.3")).not.toBe(signOf("number_adjacent"));
});
