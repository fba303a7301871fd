import { expect, test, vi } from "vitest";

import { figureOf, slowMotion } from "./slowMotion";
import type { Finish } from "$base/wire";

vi.hoisted(() => vi.stubGlobal("navigator", { language: "en" }));

const finish = (last: boolean, ...responses: number[]): Finish => ({
  contest: null,
  number: 0,
  absent: null,
  gap: 0,
  blur: 0,
  last,
  lanes: responses.map((response, seat) => ({
    seat,
    response: response * 1000,
    blur: 8000,
    late: 0,
    corrections: [],
    false_start: false,
  })),
});

test("slow motion begins shortly before the first tap and ends after the deciding tap", () => {
  const { from, to, fingers } = slowMotion(finish(false, 400, 430));
  expect(from).toBeGreaterThan(300);
  expect(from).toBeLessThan(400);
  expect(to).toBeGreaterThan(430);
  expect(fingers.map(({ seat }) => seat)).toEqual([0, 1]);
});

test("slow motion never shows more than half a second before the deciding tap", () => {
  const { from, fingers } = slowMotion(finish(true, 200, 1400, 1450));
  expect(from).toBe(950);
  expect(fingers[0]?.at).toBeLessThan(0);
});

test("slow motion leaves out a tap that came after the deciding tap", () => {
  const { to, fingers } = slowMotion(finish(false, 400, 430, 3000));
  expect(to).toBeLessThan(500);
  expect(fingers.map(({ seat }) => seat)).toEqual([0, 1]);
});

test("slow motion writes the times of a race without a start as its verdict does: none is 0 ms", () => {
  const { fingers } = slowMotion(finish(false, 400, 400.4, 413));
  const [first, second] = fingers;
  expect(fingers.map((finger) => figureOf(finger, true))).toEqual(["400 ms", "400 ms"]);
  expect(first && figureOf(first, false)).toBe("");
  expect(second && figureOf(second, false)).toBe("<\u00a01 ms");
});
