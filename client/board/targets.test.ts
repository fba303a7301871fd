import { expect, test } from "vitest";

import { distance, nearest } from "./targets";

const box = (left: number, top: number, side = 40) => ({ left, top, right: left + side, bottom: top + side });
const itself = <T>(target: T) => target;

test("a tap on a target has distance 0, and one beside a corner has the straight distance", () => {
  expect(distance(20, 20, box(0, 0))).toBe(0);
  expect(distance(43, 44, box(0, 0))).toBe(5);
});

test("of two targets the nearer one takes the finger", () => {
  const [left, right] = [box(0, 0), box(100, 0)];

  expect(nearest(60, 20, [left, right], itself)).toBe(left);
  expect(nearest(80, 20, [left, right], itself)).toBe(right);
});

test("a tap far from all targets has no target", () => {
  expect(nearest(300, 300, [box(0, 0)], itself)).toBeNull();
});
