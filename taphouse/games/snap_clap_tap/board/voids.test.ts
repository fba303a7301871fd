import { expect, test } from "vitest";

import type { Laid, PilesTurned } from "../wire";
import { voidedBy } from "./voids";

const ME = 0;
const before = { tops: ["blue-dog-clap", "orange-girl-snap"], bound: { "blue-dog-clap": {} } };
const covered = ["red-dog-snap", "orange-girl-snap"];
const turned: PilesTurned = { type: "PilesTurned", at: 2 };

const laid = (seat: number): Laid => ({
  type: "Laid",
  seat,
  card: "red-dog-snap",
  on: "blue-dog-clap",
  at: 1,
  blur: 0,
  goof: null,
  until: null,
});

test("a rival's card makes a gesture void, and the player's own card uses it", () => {
  expect(voidedBy(0, before, covered, [laid(1)], ME)).toBe("rival");
  expect(voidedBy(0, before, covered, [laid(ME)], ME)).toBeNull();
});

test("a gesture on a pile that the house turned is void by the house, not by a rival", () => {
  expect(voidedBy(0, before, covered, [turned], ME)).toBe("house");
});

test("a gesture covered by a rival before the pile was turned is void by the rival", () => {
  expect(voidedBy(0, before, covered, [laid(1), turned], ME)).toBe("rival");
});

test("no gesture is void where the player made none or the pile did not change", () => {
  expect(voidedBy(1, before, ["blue-dog-clap", "green-girl-tap"], [laid(1)], ME)).toBeNull();
  expect(voidedBy(0, before, before.tops, [], ME)).toBeNull();
});
