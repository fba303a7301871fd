import { expect, test } from "vitest";

import { nearestTowards } from "./remote";

const at = (x: number, y: number) => ({ x, y });
const spots = [at(0, 0), at(100, 0), at(0, 100), at(300, 10), at(90, 80)];

test("an arrow chooses the nearest target in its direction", () => {
  expect(nearestTowards(at(0, 0), [1, 0], spots)).toEqual(at(100, 0));
  expect(nearestTowards(at(100, 0), [1, 0], spots)).toEqual(at(300, 10));
  expect(nearestTowards(at(0, 0), [0, 1], spots)).toEqual(at(0, 100));
});

test("an arrow towards nothing chooses nothing", () => {
  expect(nearestTowards(at(0, 0), [-1, 0], spots)).toBeUndefined();
});
