import { expect, test } from "vitest";

import { type Disc, Flicks, isFeint, type Landing, landing } from "./flick";

const PLATE: Disc = { x: 195, y: 740, radius: 190 };
const finger = (type: string, y: number, at: number, pointerId = 1) =>
  ({ type, pointerId, button: 0, clientX: 195, clientY: y, timeStamp: at }) as PointerEvent;

function flick(...steps: readonly (readonly [y: number, at: number])[]): Landing[] {
  const landed: Landing[] = [];
  const flicks = new Flicks(
    () => PLATE,
    (where) => landed.push(where),
  );
  const [first, ...rest] = steps;
  if (first) flicks.begin(finger("pointerdown", ...first));
  for (const step of rest) flicks.move(finger("pointermove", ...step));
  flicks.end(finger("pointerup", ...(steps.at(-1) ?? [0, 0])));
  return landed;
}

test("a finger lands on the plate inside, on the rim at the edge, and short beyond it", () => {
  expect(landing({ x: 195, y: 740 - 150 }, PLATE)).toBe("plate");
  expect(landing({ x: 195, y: 740 - 175 }, PLATE)).toBe("rim");
  expect(landing({ x: 195, y: 740 - 195 }, PLATE)).toBe("short");
});

test("a flick over the rim onto the plate slaps once, before the finger is lifted", () => {
  expect(flick([400, 0], [500, 40], [570, 70], [600, 90], [650, 120])).toEqual(["plate"]);
});

test("a flick that ends on the rim lands on the rim", () => {
  expect(flick([400, 0], [500, 40], [570, 70])).toEqual(["rim"]);
});

test("a flick that stops short is a feint", () => {
  expect(flick([400, 0], [480, 60])).toEqual(["short"]);
});

test("a tremble, a slow drag and a move away from the plate are no flicks", () => {
  expect(flick([400, 0], [420, 60])).toEqual([]);
  expect(flick([400, 0], [500, 2000])).toEqual([]);
  expect(flick([500, 0], [400, 60])).toEqual([]);
});

test("a flick of one finger does not affect the flick of another", () => {
  const landed: Landing[] = [];
  const flicks = new Flicks(
    () => PLATE,
    (where) => landed.push(where),
  );
  flicks.begin(finger("pointerdown", 400, 0, 1));
  flicks.begin(finger("pointerdown", 400, 10, 2));
  flicks.move(finger("pointermove", 650, 50, 2));
  flicks.end(finger("pointerup", 480, 60, 1));
  expect(landed).toEqual(["plate", "short"]);
});

test("a feint towards the plate counts from any side", () => {
  expect(isFeint({ x: 500, y: 740, at: 0 }, { x: 420, y: 740, at: 80 }, PLATE)).toBe(true);
});
