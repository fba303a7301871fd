import { expect, test } from "vitest";

import { calculate, holds } from "./maths";

const around = {
  property: (name: string) => ({ "--rem": "16px", "--half": "calc(var(--rem) / 2)" })[name] ?? "",
  unit: (unit: string) => ({ em: 20, rem: 16, vw: 19.2, "%": 3 })[unit] ?? NaN,
};

test.each([
  ["min(10px, 2rem)", 10],
  ["clamp(1rem, 50vw, 40px)", 40],
  ["clamp(30px, 10px, 20px)", 30],
  ["max(4px, var(--half) * 3)", 24],
  ["calc((100px - 2 * 10px) / 4)", 20],
  ["min(100%, 2em - 5px)", 35],
  ["max(6, var(--chars, 8))", 8],
  ["max(.5px, -3px)", 0.5],
  ["clamp(2em - 50px, 5px * -.5, 50px)", -2.5],
])("%s is %d", (sum, value) => {
  expect(calculate(sum, around)).toBeCloseTo(value);
});

test("a property that is not there gives no number", () => {
  expect(calculate("min(1px, var(--gone))", around)).toBeNaN();
});

test("all conditions of a query must hold", () => {
  expect(holds("(min-aspect-ratio: 5/4) and (max-width: 150px)", 140, 100)).toBe(true);
  expect(holds("(min-aspect-ratio: 5/4) and (max-width: 150px)", 160, 100)).toBe(false);
  expect(holds("(min-aspect-ratio: 5/4)", 100, 100)).toBe(false);
  expect(holds("lane (max-width: 20em)", 320, 1)).toBe(true);
});
