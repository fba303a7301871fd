import { expect, test } from "vitest";

import { clashIn } from "./clash";

const FINISH = "16/rules/num_cards_cond.3.shape";
const VARIETY = "16/rules/variety_cards.3.shape";
const [star, stars, circle] = ["red-star", "blue-star+red-square", "green-circle"];

test("two neighbours that share a shape clash, with a Rule card between them or not", () => {
  expect(clashIn([FINISH, circle, star, stars])).toEqual([star, stars]);
  expect(clashIn([star, FINISH, stars, circle])).toEqual([star, stars]);
  expect(clashIn([star, circle, stars, FINISH])).toEqual([]);
});

test("two cards with the same shapes clash wherever they lie", () => {
  expect(clashIn([VARIETY, star, circle, "blue-star"])).toEqual([star, "blue-star"]);
  expect(clashIn([VARIETY, star, circle, stars])).toEqual([]);
});

test("cards without such a finish never clash", () => {
  expect(clashIn([star, stars])).toEqual([]);
  expect(clashIn(["16/rules/num_cards.3", star, star])).toEqual([]);
});
