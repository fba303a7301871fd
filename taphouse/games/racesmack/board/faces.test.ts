import { expect, test } from "vitest";

import { faceOf, highestRule, isRule } from "./faces";

test("a regular card shows its icons", () => {
  expect(faceOf("red-star+blue-circle")).toEqual({
    kind: "regular",
    icons: [
      { colour: "red", shape: "star" },
      { colour: "blue", shape: "circle" },
    ],
    way: "icons",
  });
});

test("a card of Shifting Gears has one icon, a number and a way to show the number", () => {
  const star = { colour: "red", shape: "star" };
  expect(faceOf("die-3/red-star")).toEqual({ kind: "regular", icons: [star, star, star], way: "die" });
});

test("a Rule card has a number, a rule and a finish", () => {
  const card = "12/number.fewer.3/num_cards.7";
  expect(faceOf(card)).toEqual({ kind: "rule", number: 12, rule: "number.fewer.3", finish: "num_cards.7" });
  expect(isRule(card)).toBe(true);
  expect(isRule("red-star")).toBe(false);
});

test("of several Rule cards the highest number counts, not the last digit or the last card won", () => {
  const race = ["9/rules/num_cards.7", "12/rules/num_cards.8", "red-star", "2/rules/num_cards.9"];
  expect(highestRule(race)?.number).toBe(12);
  expect(highestRule(["red-star"])).toBeNull();
});
