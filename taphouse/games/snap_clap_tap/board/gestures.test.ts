import { describe, expect, test } from "vitest";

import { Flick, type Touch, TwoFingers } from "./gestures";

const touch = (pointerId: number, timeStamp: number, clientX = 0): Touch => ({
  pointerId,
  clientX,
  clientY: 0,
  timeStamp,
});

describe("a flick", () => {
  test("is a finger that darts away", () => {
    const flick = new Flick();
    flick.down(touch(1, 0));
    expect(flick.moved(touch(1, 30, 5))).toBe(false);
    expect(flick.moved(touch(1, 60, 20))).toBe(true);
  });

  test("snaps once, however far the finger goes on", () => {
    const flick = new Flick();
    flick.down(touch(1, 0));
    expect(flick.moved(touch(1, 60, 20))).toBe(true);
    expect(flick.moved(touch(1, 90, 60))).toBe(false);
    expect(flick.lifted(touch(1, 100, 60))).toBe(false);
  });

  test("may also be a mere press: letting go snaps", () => {
    const flick = new Flick();
    flick.down(touch(1, 0));
    expect(flick.lifted(touch(1, 80))).toBe(true);
  });

  test("is no finger that strolls in from elsewhere", () => {
    const flick = new Flick();
    expect(flick.moved(touch(1, 10, 50))).toBe(false);
    expect(flick.lifted(touch(1, 20, 50))).toBe(false);
  });

  test("is no slow drag", () => {
    const flick = new Flick();
    flick.down(touch(1, 0));
    expect(flick.moved(touch(1, 900, 50))).toBe(false);
  });
});

describe("two fingers", () => {
  test("that fall at once clap", () => {
    const hands = new TwoFingers();
    expect(hands.down(touch(1, 0))).toBe(false);
    expect(hands.down(touch(2, 40))).toBe(true);
  });

  test("that fall one after the other do not", () => {
    const hands = new TwoFingers();
    hands.down(touch(1, 0));
    expect(hands.down(touch(2, 300))).toBe(false);
  });

  test("need two of them: a finger that was lifted counts no more", () => {
    const hands = new TwoFingers();
    hands.down(touch(1, 0));
    hands.lifted(touch(1, 20));
    expect(hands.down(touch(2, 40))).toBe(false);
  });

  test("clap once: a third begins anew", () => {
    const hands = new TwoFingers();
    hands.down(touch(1, 0));
    hands.down(touch(2, 40));
    expect(hands.down(touch(3, 60))).toBe(false);
    expect(hands.down(touch(4, 80))).toBe(true);
  });
});
