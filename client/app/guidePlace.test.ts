import { expect, test } from "vitest";

import { belongsOnTop } from "./guidePlace";

const ROOM = { top: 60, bottom: 640 };

test("a bubble lies at the end away from its target", () => {
  expect(belongsOnTop(120, { top: 500, bottom: 640 }, ROOM)).toBe(true);
  expect(belongsOnTop(120, { top: 60, bottom: 150 }, ROOM)).toBe(false);
});

test("a bubble lies where it hides less of its target when neither end is free", () => {
  expect(belongsOnTop(120, { top: 150, bottom: 640 }, ROOM)).toBe(true);
  expect(belongsOnTop(120, { top: 60, bottom: 600 }, ROOM)).toBe(false);
});

test("a bubble without a target stays at the bottom", () => {
  expect(belongsOnTop(120, { top: 0, bottom: 0 }, ROOM)).toBe(false);
});
