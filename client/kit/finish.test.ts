import { expect, test } from "vitest";

import { chart, decision, fastest, latest, tooClose } from "./finish";
import type { Finish } from "./wire";

const finish = (gap: number, blur: number, ...responses: number[]): Finish => ({
  thing: "plate",
  gap: gap * 1000,
  blur: blur * 1000,
  lanes: responses.map((response, seat) => ({ seat, response: response * 1000, blur: 8000, late: 0 })),
});

test("two fingers closer than their blur are too close to call", () => {
  expect(tooClose(finish(6, 12, 401, 407))).toBe(true);
  expect(tooClose(finish(12, 12, 401, 413))).toBe(false);
});

test("every bar and its blur lie on the chart, in the order of the fingers", () => {
  const { bars } = chart(finish(34, 8, 318, 352, 401));
  for (const bar of bars) {
    expect(bar.blurFrom).toBeGreaterThan(30);
    expect(bar.blurTo).toBeLessThanOrEqual(100);
    expect(bar.end).toBeGreaterThan(bar.blurFrom);
    expect(bar.end).toBeLessThan(bar.blurTo);
  }
  expect(bars.map((bar) => bar.end)).toEqual([...bars.map((bar) => bar.end)].sort((a, b) => a - b));
});

test("ticks are round numbers from edge to edge", () => {
  const { ticks } = chart(finish(34, 8, 318, 352, 401));
  expect(ticks[0]?.at).toBe(0);
  expect(ticks.at(-1)?.at).toBe(100);
  for (const tick of ticks) expect(tick.ms % 5).toBe(0);
});

test("fingers that fell together still make a chart", () => {
  const together = {
    ...finish(0, 0, 300, 300),
    lanes: [0, 1].map((seat) => ({ seat, response: 300_000, blur: 0, late: 0 })),
  };
  for (const bar of chart(together).bars) expect(Number.isFinite(bar.end)).toBe(true);
});

test("the overlap is shown only when nobody can say", () => {
  expect(chart(finish(6, 12, 401, 407)).overlap).not.toBeNull();
  expect(chart(finish(60, 12, 401, 461)).overlap).toBeNull();
});

test("where the last finger decides, the last two are compared", () => {
  const jam = finish(34, 11, 318, 352, 401, 407);
  expect(decision(jam, "last").lanes.map((lane) => lane.seat)).toEqual([2, 3]);
  expect(decision(jam, "last").gap).toBe(6000);
  expect(tooClose(jam, "last")).toBe(true);
  expect(tooClose(jam)).toBe(false);
  const { bars, overlap } = chart(jam, "last");
  expect(overlap?.from).toBe(bars[2]?.blurFrom);
});

test("a finger that came too late is not the fastest", () => {
  const late = finish(10, 5, 200, 300);
  const lanes = late.lanes.map((lane) => ({ ...lane, late: lane.seat === 0 ? 50_000 : 0 }));
  expect(fastest([{ ...late, lanes }])?.seat).toBe(1);
  expect(fastest([])).toBeUndefined();
});

test("a later picture of a thing takes the place of the earlier, however often both are told", () => {
  const early = { ...finish(10, 5, 200, 210), thing: "1/1" };
  const late = { ...finish(10, 5, 200, 210, 340), thing: "1/1" };
  const other = { ...finish(10, 5, 200, 210), thing: "2/2" };
  expect(latest([early, other, late])).toEqual([late, other]);
  expect(latest([late, other, early, late, other])).toEqual([late, other]);
});
