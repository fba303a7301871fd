import { expect, test } from "vitest";

import { linesOf, traysFit } from "./trays";

const ALL = 45;
const SMALL = { width: 360, height: 418 };
const LARGE = { width: 390, height: 560 };

test.each([
  ["nobody has shapes", [0, 0, 0, 0, 0], 0],
  ["one rival has seven", [7], 0],
])("a small phone shows the shapes in the trays if %s", (_, rivals, own) => {
  expect(traysFit(SMALL, rivals, own, ALL)).toBe(true);
});

test.each([
  ["five rivals have three each", [3, 3, 3, 3, 3], 3],
  ["five rivals have seven each", [7, 7, 7, 7, 7], 7],
])("the trays take the room of a finger from a small phone if %s", (_, rivals, own) => {
  expect(traysFit(SMALL, rivals, own, ALL)).toBe(false);
});

test("a larger phone shows the shapes in trays that a small one has no room for", () => {
  expect(traysFit(LARGE, [3, 3, 3, 3, 3], 3, ALL)).toBe(true);
});

test("players without shapes share the lines of others", () => {
  expect(linesOf([3, 0, 0], 340, 62)).toBe(1);
  expect(linesOf([7], 340, 62)).toBe(2);
});
