import { expect, test } from "vitest";

import { asynchronies, coarseStep, correction, FLASHES, measure, PERIOD, WARM_UP } from "./calibration";

const flashes = Array.from({ length: FLASHES }, (_, i) => 1000.3 + i * PERIOD);
/** A tapper who is `offset` late, and sways by `sway` from flash to flash. */
const tapper = (offset: number, sway: number) =>
  flashes.map((flash, i) => flash + offset + sway * Math.sin(i * 2.4));
const offsetOf = (taps: readonly number[]) => {
  const found = measure(flashes, taps);
  return typeof found === "string" ? NaN : found.offset;
};

test("a steady tapper's offset is found", () => {
  expect(offsetOf(tapper(14, 12))).toBeCloseTo(14, 0);
});

test("a device is corrected by all that it is later than an ordinary one, or not at all", () => {
  expect(correction({ offset: 15, spread: 12 })).toBe(0);
  expect(correction({ offset: 21, spread: 12 })).toBe(6);
  expect(correction({ offset: 9, spread: 12 })).toBe(-6);
  expect(correction({ offset: 24, spread: 12 })).toBeNull();
  expect(correction({ offset: 0, spread: 12 })).toBeNull();
});

test("a few wild taps change nothing", () => {
  const taps = tapper(14, 12).map((tap, i) => (i % 9 === 8 ? tap + 250 : tap));
  expect(Math.abs(offsetOf(taps) - 14)).toBeLessThan(1);
});

test("a player who taps too unevenly gets no measurement", () => {
  expect(measure(flashes, tapper(0, 90))).toBe("uneven");
});

test("a player who misses most flashes gets no measurement", () => {
  expect(measure(flashes, tapper(5, 10).slice(0, 20))).toBe("few");
  expect(measure(flashes, [])).toBe("few");
});

test("a player who taps between the flashes is told that they did not keep time", () => {
  expect(measure(flashes, tapper(120, 10))).toBe("astray");
});

test("the first flashes are not counted", () => {
  const taps = tapper(5, 0);
  for (let i = 0; i < WARM_UP; i++) taps[i] = (flashes[i] ?? 0) + 300;
  expect(asynchronies(flashes, taps).every((off) => Math.abs(off - 5) < 1e-6)).toBe(true);
});

test("of two taps at one flash the nearer one counts", () => {
  const flash = flashes[WARM_UP] ?? 0;
  expect(asynchronies(flashes, [flash - 200, flash + 10])[0]).toBeCloseTo(10);
});

test("a clock that counts in large steps cannot measure", () => {
  const coarse = tapper(14, 12).map((tap) => Math.round(tap / 100) * 100);
  expect(coarseStep(coarse)).toBe(100);
  expect(measure(flashes, coarse)).toBe("coarse");
  expect(coarseStep(tapper(14, 12).map(Math.round))).toBeNull();
});
