import { expect, test } from "vitest";

import { type Finish } from "$board";

import { newest, racedFor } from "./races";

test("a race for a card names the card and when it landed", () => {
  expect(racedFor("blue-dog-clap/4193834")).toEqual({ card: "blue-dog-clap", goof: false });
});

test("a race of callers names the card that was called", () => {
  expect(racedFor("goof/red-cat-tap")).toEqual({ card: "red-cat-tap", goof: true });
});

test("a later finish of the same race replaces the earlier one", () => {
  const finish = (thing: string, ...seats: number[]): Finish => ({
    thing,
    lanes: seats.map((seat) => ({
      seat,
      response: 0,
      blur: 0,
      late: 0,
      corrections: [],
      false_start: false,
    })),
    last: false,
    gap: 0,
    blur: 0,
  });
  const told = [finish("a/1", 0, 1), finish("b/2", 1, 2), finish("c/3", 1), finish("a/1", 0, 1, 2)];
  expect(newest(told)).toEqual([told[3], told[1]]);
});
