import { expect, test, vi } from "vitest";

import { barsOf, firstResult, keepFirst } from "./dayResult";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

test("the first result of a deal counts, and the first of the next day again", () => {
  const first = { day: 323, match: "a", place: 3, of: 4 };
  expect(firstResult(323)).toBeNull();
  expect(keepFirst(first)).toEqual(first);
  expect(keepFirst({ ...first, match: "b", place: 1 })).toEqual(first);
  expect(firstResult(323)).toEqual(first);
  expect(firstResult(324)).toBeNull();
  expect(keepFirst({ ...first, day: 324 }).day).toBe(324);
});

test("what somebody else wrote into the storage is no result", () => {
  for (const key of kept.keys()) kept.set(key, "{");
  expect(firstResult(324)).toBeNull();
});

test("the slowest tap has the highest bar, and no taps have none", () => {
  expect(barsOf([250, 500, 1000])).toBe("▃▅█");
  expect(barsOf([])).toBe("");
});
