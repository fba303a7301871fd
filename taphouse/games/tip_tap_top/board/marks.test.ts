import { expect, test } from "vitest";

import { marked } from "./marks";

const paired = (hand: string[], pairs: string[]) => marked(hand, pairs, null).map((held) => held.paired);

test("three of a number are a pair and a card, four are two pairs", () => {
  expect(paired(["3", "8", "8", "8"], ["8"])).toEqual([false, true, true, false]);
  expect(paired(["8", "8", "8", "8"], ["8", "8"])).toEqual([true, true, true, true]);
});

test("of several equal cards, one is marked as the card that came last", () => {
  const fresh = marked(["4", "7", "7", "joker"], ["7"], "7").map((held) => held.fresh);
  expect(fresh).toEqual([false, false, true, false]);
  expect(marked(["4"], [], null).some((held) => held.fresh)).toBe(false);
});

test("every card has its own key and keeps it when other cards come", () => {
  const keys = (hand: string[]) => marked(hand, [], null).map((held) => held.key);
  expect(new Set(keys(["7", "7", "7"])).size).toBe(3);
  expect(keys(["2", "7", "7"])).toEqual(expect.arrayContaining(keys(["7", "7"])));
});
