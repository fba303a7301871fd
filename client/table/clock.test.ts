import { expect, test } from "vitest";

import { PlayClock } from "./clock";

test("play time counts from the last moment that was set", () => {
  const clock = new PlayClock();
  clock.go(0);
  clock.set(5_000_000, 100);
  expect(clock.read(350)).toBe(5_250_000);
});

test("a paused clock stands still, and goes on from the same time", () => {
  const clock = new PlayClock();
  clock.go(0);
  clock.set(1_000_000, 0);
  clock.stop(500);
  expect(clock.read(9_000)).toBe(1_500_000);
  clock.go(10_000);
  expect(clock.read(10_250)).toBe(1_750_000);
});

test("an update during a pause moves the clock, but does not start it", () => {
  const clock = new PlayClock();
  clock.set(3_000_000, 100);
  expect(clock.read(900)).toBe(3_000_000);
  clock.go(1_000);
  expect(clock.read(1_001)).toBe(3_001_000);
});
