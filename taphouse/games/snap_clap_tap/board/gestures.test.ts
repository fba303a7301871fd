import { expect, test } from "vitest";

import { Flick, type Touch, TwoFingers } from "./gestures";

const touch = (pointerId: number, timeStamp: number, clientX = 0): Touch => ({
  pointerId,
  clientX,
  clientY: 0,
  timeStamp,
});

test("a finger that darts away is a flick", () => {
  const flick = new Flick();
  flick.down(touch(1, 0));
  expect(flick.moved(touch(1, 30, 5))).toBe(false);
  expect(flick.moved(touch(1, 60, 20))).toBe(true);
});

test("a flick snaps once, however far the finger moves on", () => {
  const flick = new Flick();
  flick.down(touch(1, 0));
  expect(flick.moved(touch(1, 60, 20))).toBe(true);
  expect(flick.moved(touch(1, 90, 60))).toBe(false);
  expect(flick.lifted(touch(1, 100, 60))).toBe(false);
});

test("a press without a flick snaps when the finger is lifted", () => {
  const flick = new Flick();
  flick.down(touch(1, 0));
  expect(flick.lifted(touch(1, 80))).toBe(true);
});

test("a finger that enters from outside is no flick", () => {
  const flick = new Flick();
  expect(flick.moved(touch(1, 10, 50))).toBe(false);
  expect(flick.lifted(touch(1, 20, 50))).toBe(false);
});

test("a slow drag is no flick", () => {
  const flick = new Flick();
  flick.down(touch(1, 0));
  expect(flick.moved(touch(1, 900, 50))).toBe(false);
});

test("two fingers that fall at once clap", () => {
  const hands = new TwoFingers();
  expect(hands.down(touch(1, 0))).toBe(false);
  expect(hands.down(touch(2, 40))).toBe(true);
});

test("two fingers that fall one after the other do not clap", () => {
  const hands = new TwoFingers();
  hands.down(touch(1, 0));
  expect(hands.down(touch(2, 300))).toBe(false);
});

test("a lifted finger does not count towards a clap", () => {
  const hands = new TwoFingers();
  hands.down(touch(1, 0));
  hands.lifted(touch(1, 20));
  expect(hands.down(touch(2, 40))).toBe(false);
});

test("two fingers clap once, and a third finger starts a new pair", () => {
  const hands = new TwoFingers();
  hands.down(touch(1, 0));
  hands.down(touch(2, 40));
  expect(hands.down(touch(3, 60))).toBe(false);
  expect(hands.down(touch(4, 80))).toBe(true);
});
