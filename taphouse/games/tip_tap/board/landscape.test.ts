import { expect, test } from "vitest";

import { divideLandscape } from "./landscape";
import { FINGER, fit } from "./placing";

const ALL = 45;
const PHONE = { width: 844, height: 328, card: 105 };

/** The smallest target of the field beside the column. */
function inField(left: number, lying: number, own: number): number {
  return fit(ALL, lying, PHONE.width - left - 144, PHONE.height - (own > 0 ? FINGER + 4 : 0)).cell;
}

test.each([
  ["nobody has shapes", [0, 0, 0, 0, 0], 0],
  ["one rival has seven", [7, 0, 0, 0, 0], 0],
  ["the player has seven", [0], 7],
  ["six have three each", [3, 3, 3, 3, 3], 3],
  ["all have a few", [2, 5, 1, 4, 0], 6],
])("every target of a phone on its side is as wide as a finger if %s", (_, rivals, own) => {
  const { left, cell } = divideLandscape(PHONE, rivals, own, ALL);
  const taken = rivals.reduce((sum, count) => sum + count, own);

  expect(cell).toBe(FINGER);
  expect(inField(left, ALL - taken, own)).toBeGreaterThanOrEqual(FINGER);
});

test("trays that cannot all be in sight with large shapes get smaller ones", () => {
  const { cell } = divideLandscape({ width: 667, height: 250, card: 84 }, [7, 7, 7, 7, 7], 7, ALL);

  expect(cell).toBeLessThan(FINGER);
});
