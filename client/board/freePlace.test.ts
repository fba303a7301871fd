import { expect, test } from "vitest";

import { type Box, nearestFreePlace } from "./freePlace";

const screen = { width: 360, height: 640 };
const note = { width: 200, height: 40 };
const preferred = { x: 80, y: 300 };

const covers = (place: { x: number; y: number } | null, box: Box) =>
  place !== null &&
  place.x < box.x + box.width &&
  box.x < place.x + note.width &&
  place.y < box.y + box.height &&
  box.y < place.y + note.height;

test("a note lies at the preferred place if nothing can be pressed there", () => {
  expect(nearestFreePlace(note, preferred, [], screen)).toEqual(preferred);
});

test("a note does not cover an element that can be pressed, and stays near", () => {
  const card = { x: 100, y: 250, width: 160, height: 120 };
  const place = nearestFreePlace(note, preferred, [card], screen);
  expect(covers(place, card)).toBe(false);
  expect(Math.abs((place?.y ?? 0) - preferred.y)).toBeLessThan(100);
});

test("a note lies between two rows that leave just enough room for it", () => {
  const rows = [0, 52, 140, 230, 320, 410, 500, 590].map((y, i) => ({
    x: 0,
    y,
    width: 360,
    height: i === 0 ? 4 : 82,
  }));
  const place = nearestFreePlace(note, preferred, rows, screen);
  expect(place?.y).toBeGreaterThanOrEqual(4);
  expect((place?.y ?? 0) + note.height).toBeLessThanOrEqual(52);
});

test("a note fits exactly between two rows, wherever they are", () => {
  const rows = [
    { x: 0, y: 0, width: 360, height: 151.8 },
    { x: 0, y: 182.1, width: 360, height: 458 },
  ];
  expect(nearestFreePlace({ width: 174, height: 30 }, preferred, rows, screen)).toEqual({ x: 80, y: 152 });
});

test("a note is not drawn where there is no room for it", () => {
  expect(nearestFreePlace(note, preferred, [{ x: 0, y: 0, ...screen }], screen)).toBeNull();
  expect(nearestFreePlace({ width: 400, height: 40 }, preferred, [], screen)).toBeNull();
});
