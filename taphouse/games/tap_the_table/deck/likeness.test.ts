import { expect, test } from "vitest";

import { isLike, oursFor, turned } from "./likeness";

test("our cards of the same colour come first", () => {
  expect(oursFor("blue")[0]).toMatch(/^trait-/u);
  expect(oursFor("pink")[0]).toMatch(/^size-/u);
  expect(oursFor("blue")).toHaveLength(oursFor("green").length);
});

test("one of several marks is enough, and a second press takes a mark away", () => {
  const both = turned(turned(null, "look-red"), "trait-loud");
  expect(both).toEqual({ type: "Is", marks: ["red", "loud"] });
  expect(isLike(both, "look-red")).toBe(true);
  expect(turned(both, "look-red")).toEqual({ type: "Is", marks: ["loud"] });
  expect(turned(turned(null, "look-red"), "look-red")).toBeNull();
});

test("a step of size stands alone", () => {
  const pocket = turned({ type: "Is", marks: ["red"] }, "size-pocket");
  expect(pocket).toMatchObject({ type: "Step", scale: "size", most: 2 });
  expect(isLike(pocket, "size-pocket")).toBe(true);
  expect(isLike(pocket, "size-thumb")).toBe(false);
  expect(turned(pocket, "size-pocket")).toBeNull();
});

test("what only a file says is like none of our cards", () => {
  const own = { type: "Step", scale: "weight", least: 9, most: 9, sharp: true } as const;
  expect(oursFor("green").some((card) => isLike(own, card))).toBe(false);
});
