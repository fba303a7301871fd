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

test("the rules name the winners, whatever the points say", () => {
  expect(places({ points: [9, 3], winners: [1] })[0]).toMatchObject({ seat: 1, place: 1 });
});

test("winners who share the victory share the first place", () => {
  const shared = places({ points: [4, 4, 1], winners: [0, 1] });
  expect(shared.map(({ place }) => place)).toEqual([1, 1, 3]);
});

test("a board may say how the seats stand; otherwise the view does", () => {
  const view = { points: [1, 2], winners: null };
  expect(standingOf(undefined, view)).toEqual(view);
  expect(standingOf(undefined, {})).toBeNull();
});

test("what is told of a seat need not be what ranks it", () => {
  const ranked = places({ points: [-4, 0, -9], winners: [1], told: [4, 0, 9] });
  expect(ranked.map(({ seat, points }) => [seat, points])).toEqual([
    [1, 0],
    [0, 4],
    [2, 9],
  ]);
});
