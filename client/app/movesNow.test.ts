import { expect, test } from "vitest";

import { keyOf, movesNow } from "./movesNow";

const TEXTS: Record<string, string> = {
  "now.flip": "Turn the card.",
  "now.tap": "Tap a shape.",
  "now.tap.foul": "Hands off!",
};
const words = (key: string) => TEXTS[key] ?? key;

test("what a seat can do is said once for each act, in the order of the offers", () => {
  const offers = [{ act: "Tap", values: { hand: ["left"] } }, { act: "Flip" }, { act: "Tap" }];
  expect(movesNow(offers, words)).toEqual(["Tap a shape.", "Turn the card."]);
});

test("a foul is named only where nothing else is offered", () => {
  expect(movesNow([{ act: "Flip" }, { act: "Tap", foul: true }], words)).toEqual(["Turn the card."]);
  expect(movesNow([{ act: "Tap", foul: true }], words)).toEqual(["Hands off!"]);
});

test("an act without a sentence is left out", () => {
  expect(movesNow([{ act: "Lift" }], words)).toEqual([]);
});

test("an act of two words has a key with a hyphen", () => {
  expect(keyOf({ act: "WindUp" })).toBe("now.wind-up");
});
