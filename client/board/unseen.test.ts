import { expect, test } from "vitest";

import { STALE_AFTER } from "./moments";
import type { Finish } from "./types";
import { Unseen } from "./unseen";

const finish = (number: number, gap = 10_000): Finish => ({
  contest: null,
  number,
  absent: null,
  gap,
  blur: 0,
  last: false,
  lanes: [],
});
const numbers = (finishes: readonly Finish[]) => finishes.map(({ number }) => number);

test("a photo finish waits for the end of the race, and is told once", () => {
  const unseen = new Unseen();
  unseen.take([], true, 0);

  expect(unseen.take([finish(1)], false, 100)).toEqual([]);
  expect(numbers(unseen.take([finish(1)], true, 200))).toEqual([1]);
  expect(unseen.take([finish(1)], true, 300)).toEqual([]);
});

test("the closest of several is told first", () => {
  const unseen = new Unseen();
  unseen.take([], true, 0);

  expect(numbers(unseen.take([finish(1, 90), finish(2, -20), finish(3, 40)], true, 100))).toEqual([2, 3, 1]);
});

test("a screen that has just come tells nothing of the past", () => {
  expect(new Unseen().take([finish(1), finish(2)], true, 0)).toEqual([]);
});

test("a photo finish that waited too long for the end of a race is not told any more", () => {
  const unseen = new Unseen();
  unseen.take([], true, 0);
  unseen.take([finish(1)], false, 0);

  expect(numbers(unseen.take([finish(1), finish(2)], true, STALE_AFTER))).toEqual([2]);
});
