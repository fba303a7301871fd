import { expect, test } from "vitest";

import { places, standingOf } from "./standing";

test("equal points share a place, and the next place is skipped", () => {
  expect(places({ points: [5, 8, 5, 2], winners: [1] }).map(({ seat, place }) => [seat, place])).toEqual([
    [1, 1],
    [0, 2],
    [2, 2],
    [3, 4],
  ]);
});

test("a winner named by the rules is first even with fewer points", () => {
  expect(places({ points: [9, 3], winners: [1] })[0]).toMatchObject({ seat: 1, place: 1 });
});

test("winners who share the victory share the first place", () => {
  const shared = places({ points: [4, 4, 1], winners: [0, 1] });
  expect(shared.map(({ place }) => place)).toEqual([1, 1, 3]);
});

test("the standing comes from the view when the board does not give one", () => {
  const view = { points: [1, 2], winners: null };
  expect(standingOf(undefined, view)).toEqual(view);
  expect(standingOf(undefined, {})).toBeNull();
});

test("the points shown for a seat may differ from the points that rank it", () => {
  const ranked = places({ points: [-4, 0, -9], winners: [1], shown: [4, 0, 9] });
  expect(ranked.map(({ seat, points }) => [seat, points])).toEqual([
    [1, 0],
    [0, 4],
    [2, 9],
  ]);
});
