import { expect, test } from "vitest";

import { circle, TALL } from "./circle";
import { fit } from "./rows";

const MIDDLE = { width: 110, height: 64 };
const ROOMS = [
  { width: 344, height: 330 },
  { width: 374, height: 450 },
  { width: 460, height: 310 },
  { width: 720, height: 620 },
  { width: 1350, height: 700 },
];
const TABLES = [2, 3, 4, 5, 6].flatMap((cards) => ROOMS.map((room) => [cards, room] as const));

test.each(TABLES)("%i cards in a ring lie inside %o and do not overlap", (cards, room) => {
  const { width, spots } = circle(cards, room, MIDDLE, 190);

  expect(width).toBeGreaterThanOrEqual(58);
  for (const [i, { x, y }] of spots.entries()) {
    expect(x - width / 2).toBeGreaterThanOrEqual(0);
    expect(x + width / 2).toBeLessThanOrEqual(room.width);
    expect(y - (width * TALL) / 2).toBeGreaterThanOrEqual(0);
    expect(y + (width * TALL) / 2).toBeLessThanOrEqual(room.height);
    for (const other of spots.slice(i + 1))
      expect(Math.abs(other.x - x) >= width || Math.abs(other.y - y) >= width * TALL).toBe(true);
  }
});

test("the player's own card lies at the bottom, and the next player's clockwise to its left", () => {
  const { spots, middle } = circle(5, { width: 374, height: 450 }, MIDDLE, 190);
  const [own, left, , , right] = spots;

  expect(own?.x).toBe(middle.x);
  expect(own?.y).toBe(Math.max(...spots.map(({ y }) => y)));
  expect(left?.x).toBeLessThan(middle.x);
  expect(right?.x).toBeGreaterThan(middle.x);
});

test("cards in a ring do not grow beyond the largest width", () => {
  expect(circle(2, { width: 2000, height: 2000 }, MIDDLE, 150).width).toBe(150);
});

test("cards in a hand share one row while they are large enough, then take two rows", () => {
  expect(fit(4, 360, 80, 54, 8)).toBe(54);
  expect(fit(12, 330, 120, 54, 6)).toBe(43);
});

test("cards in a hand have no width where there is no space", () => {
  expect(fit(3, 0, 0, 54, 6)).toBe(0);
});
