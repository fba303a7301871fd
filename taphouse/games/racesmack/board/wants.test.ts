import { expect, test } from "vitest";

import { banOf, toGo, wantsOf } from "./wants";

test("a finish counts cards, cards with something on them, or icons", () => {
  expect(wantsOf("num_cards.7")).toEqual([{ need: 7, thing: null, of: "cards" }]);
  expect(wantsOf("specific_cards.5.red")).toEqual([{ need: 5, thing: "red", of: "cards" }]);
  expect(wantsOf("specific_individual.5.triangle")).toEqual([{ need: 5, thing: "triangle", of: "icons" }]);
});

test("a finish with several wants lists them in the order of its counts", () => {
  expect(
    wantsOf("specific_triple.2.circle.2.blue.3.triangle").map(({ need, thing }) => [need, thing]),
  ).toEqual([
    [2, "circle"],
    [2, "blue"],
    [3, "triangle"],
  ]);
  expect(wantsOf("pairs.colour.3").map(({ thing }) => thing)).toEqual(["red", "green", "blue", "purple"]);
  expect(wantsOf("pairs.shape.2").every(({ need }) => need === 2)).toBe(true);
});

test("some finishes forbid cards to come together", () => {
  expect(banOf("num_cards_cond.6.shape")).toEqual({ among: "neighbours", kind: "shape" });
  expect(banOf("variety_cards.5.colour")).toEqual({ among: "all", kind: "colour" });
  expect(banOf("num_cards.7")).toBeNull();
});

test("a surplus in one count does not make up for a missing card in another", () => {
  const counts = [
    [5, 2],
    [1, 3],
  ] as const;
  expect(toGo(counts)).toBe(2);
});
