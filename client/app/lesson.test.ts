import { expect, test } from "vitest";

import { belongsOnTop } from "./lesson";

const ROOM = { top: 60, bottom: 640 };

test("a bubble keeps away from what it is about", () => {
  expect(belongsOnTop(120, { top: 500, bottom: 640 }, ROOM)).toBe(true);
  expect(belongsOnTop(120, { top: 60, bottom: 150 }, ROOM)).toBe(false);
});

test("where neither end is free, it hides less", () => {
  expect(belongsOnTop(120, { top: 150, bottom: 640 }, ROOM)).toBe(true);
  expect(belongsOnTop(120, { top: 60, bottom: 600 }, ROOM)).toBe(false);
});

test("a bubble about nothing in particular stays below", () => {
  expect(belongsOnTop(120, { top: 0, bottom: 0 }, ROOM)).toBe(false);
});
