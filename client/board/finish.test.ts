import { expect, test } from "vitest";

import { chart, closest, errorOf, errorText, fastest, grounds, isClose } from "./finish";
import type { Finish, Lane } from "$base/wire";

const lane = (seat: number, response: number, blur: number): Lane => ({
  seat,
  response: response * 1000,
  blur: blur * 1000,
  late: 0,
  corrections: [],
  false_start: false,
});

const finish = (gap: number, blur: number, ...responses: number[]): Finish => ({
  contest: null,
  number: 0,
  absent: null,
  gap: gap * 1000,
  blur: blur * 1000,
  last: false,
  lanes: responses.map((response, seat) => lane(seat, response, 8)),
});

test("two fingers closer than the measuring error are a hair apart, and equal ones are decided by the tie break", () => {
  expect(grounds(finish(6, 12, 401, 407))).toBe("hair");
  expect(grounds(finish(12, 12, 401, 413))).toBe("clear");
  expect(grounds(finish(0, 12, 401, 401))).toBe("lot");
});

test("where the last finger loses, the last two jam exactly where the rules say so", () => {
  const last = (gap: number) => ({ ...finish(gap, 16, 318, 401, 401 + gap), last: true });
  expect(grounds(last(11))).toBe("jam"); // 8 and 8 milliseconds make 11.3
  expect(errorOf(last(11))).toBe(11_313);
  expect(grounds(last(12))).toBe("hair");
  expect(errorOf(last(12))).toBe(16_000);
  expect(grounds(last(16))).toBe("clear");
});

test("where the loser never tapped, nothing between the others decides", () => {
  const lost = { ...finish(6, 16, 401, 407), last: true, absent: 2 };
  expect(grounds(lost)).toBe("absent");
  expect(chart(lost).overlap).toBeNull();
});

test("a tap that was no later than the first but arrived too late lost for that reason", () => {
  const { lanes, ...rest } = finish(0, 12, 401, 401);
  expect(grounds({ ...rest, lanes: lanes.map((lane, i) => ({ ...lane, late: i * 30_000 })) })).toBe("late");
});

test("where the last finger loses, the last two are the ones that overlap", () => {
  const overlap = chart({ ...finish(6, 12, 318, 401, 407), last: true }).overlap;
  const { bars } = chart(finish(6, 12, 318, 401, 407));
  expect(overlap?.from).toBeCloseTo(bars[1]?.blurFrom ?? 0);
  expect(overlap?.to).toBeCloseTo(bars[2]?.blurTo ?? 0);
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
    lanes: [0, 1].map((seat) => lane(seat, 300, 0)),
  };
  for (const bar of chart(together).bars) expect(Number.isFinite(bar.end)).toBe(true);
});

test("where nothing starts the race fingers are counted from the first, and its bar has a length all the same", () => {
  const { bars, ticks } = chart(finish(34, 0, 61_318, 61_352), false);
  expect(bars.map(({ lane }) => lane.response)).toEqual([0, 34_000]);
  expect(bars[0]?.blurFrom).toBeGreaterThan(30);
  expect(ticks[0]).toEqual({ ms: 0, at: bars[0]?.end });
});

test("the closest race is the one with the least gap, in favour of either player", () => {
  const [wide, narrow] = [finish(34, 8, 318, 352), finish(-3, 8, 303, 300)];
  expect(closest([wide, narrow])).toBe(narrow);
  expect(closest([])).toBeUndefined();
});

test("only fingers within the half second of slow motion are worth a second look", () => {
  expect([finish(499, 0), finish(-499, 0), finish(2_427, 0)].map(isClose)).toEqual([true, true, false]);
});

test("a measuring error is never written as none", () => {
  expect([0, 400, 16_400].map(errorText)).toEqual(["<\u00a01", "<\u00a01", "16"]);
});

test("the overlap is shown only inside the measuring error", () => {
  expect(chart(finish(6, 12, 401, 407)).overlap).not.toBeNull();
  expect(chart(finish(60, 12, 401, 461)).overlap).toBeNull();
});

test("a tap that arrived too late is not the fastest", () => {
  const late = finish(10, 5, 200, 300);
  const lanes = late.lanes.map((lane) => ({ ...lane, late: lane.seat === 0 ? 50_000 : 0 }));
  expect(fastest([{ ...late, lanes }])?.seat).toBe(1);
  expect(fastest([])).toBeUndefined();
});
