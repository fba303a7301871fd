import { expect, test } from "vitest";

import type { Outcome, Slapped } from "../wire";
import { fallen, paddles, side } from "./heap";

const slap = (seat: number): Slapped => ({ seat, at: seat * 1000, blur: 5 });
const laid: Outcome = { seat: 0, what: "laid", pair: "7", loser: 3, slaps: [slap(2), slap(1)], more: [] };
const VIEW = { turn: 0, counts: [5, 3, 4, 3], away: [], slaps: [], outcome: null } as const;

test("paddles lie in the order of the verdict, the active player's lowest", () => {
  expect(fallen({ ...VIEW, phase: "racing", slaps: [slap(2), slap(1)] })).toEqual([0, 2, 1]);
});

test("the loser's paddle is on top, whether or not it fell in time", () => {
  expect(fallen({ ...VIEW, phase: "showing", outcome: laid })).toEqual([0, 2, 1, 3]);
  const all = { ...laid, slaps: [slap(2), slap(1), slap(3)] };
  expect(fallen({ ...VIEW, phase: "thinking", outcome: all })).toEqual([0, 2, 1, 3]);
});

test("a raised hand clears the heap and shows only its player", () => {
  const raised = paddles({ ...VIEW, phase: "winding", outcome: laid });
  expect(raised.map(({ place }) => place)).toEqual([null, null, null, null]);
  expect(raised.map(({ up }) => up)).toEqual([true, false, false, false]);
});

test("no paddle falls at a bluff or a fault", () => {
  for (const what of ["bluff", "no-pair", "rim"] as const) {
    const outcome = { ...laid, what, loser: null, slaps: [] };
    expect(fallen({ ...VIEW, phase: "feinting", outcome })).toEqual([]);
  }
});

test("only the last two of a close race are in doubt", () => {
  const outcome: Outcome = { ...laid, what: "too-close", loser: null, slaps: [slap(2), slap(1), slap(3)] };
  const shown = paddles({ ...VIEW, phase: "showing", outcome });
  expect(shown.map(({ jammed }) => jammed)).toEqual([false, true, false, true]);
});

test("a player without cards or away does not race", () => {
  const shown = paddles({ ...VIEW, phase: "racing", counts: [5, 0, 4, 3], away: [3] });
  expect(shown.map(({ idle }) => idle)).toEqual([false, true, false, true]);
});

test("the player's own hand comes from below, and the next player's clockwise from it", () => {
  expect(side(2, 4, 2)).toBe(90);
  expect(side(3, 4, 2)).toBe(180);
  expect(side(1, 4, 2)).toBe(360);
});
