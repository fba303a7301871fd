import { expect, test } from "vitest";

import type { Offer } from "$board/offers";
import type { PictureBook } from "$base/wire";

import { factsOf } from "./facts";
import { movesOf } from "./moves";
import { textOf, title } from "./text";

const books = import.meta.glob<PictureBook>("../../../taphouse/games/*/pictures.json", {
  import: "default",
  eager: true,
});
const NAMES = ["Ada", "Bo", "Cleo", "Dan"];
const texts = {
  schemas: {},
  name: (seat: number) => NAMES[seat] ?? "?",
  listed: (parts: readonly string[]) => parts.join(", "),
};
const scenes = Object.entries(books).flatMap(([path, book]) =>
  Object.entries(book.pictures).map(([name, { view }]) => [`${path} ${name}`, view] as const),
);

test.each(scenes)("the plain board tells what a view says, and offers its acts: %s", (_, view) => {
  const { offers, ...rest } = view as { offers: readonly Offer[] } & Record<string, unknown>;
  const facts = factsOf({ offers, ...rest }, 4, texts);
  const told = facts.table.map(({ text }) => text);

  expect(facts.table.map(({ name }) => name)).toContain("Phase");
  expect(told.join()).not.toMatch(/\[object|undefined|NaN/);
  expect(movesOf(offers, {}).map(({ act }) => act)).toEqual(offers.map(({ act }) => act));
  for (const move of movesOf(offers, {})) expect(move.choices.length).toBeGreaterThan(0);
});

const SCHEMAS = {
  View: {
    properties: {
      turn: { format: "seat", type: "integer" },
      since: { format: "time", type: "integer" },
      hands: {
        description: "Of each seat.",
        type: "array",
        items: { type: "array", items: { type: "string" } },
      },
      hand: { description: "One's own.", type: "array", items: { type: "string" } },
    },
  },
  Tap: {
    properties: {
      type: { enum: ["Tap"] },
      shape: { type: "string", enum: ["star-1", "star-2"] },
      hand: { anyOf: [{ enum: ["left", "right"] }, { type: "null" }], default: null },
    },
  },
  Do: { properties: { type: { enum: ["Do"] }, on: { type: "array", items: { type: "string" } } } },
  Say: { properties: { type: { enum: ["Say"] }, text: { type: "string", maxLength: 60 } } },
};

test("a field for each seat is told at the seats, seats have names, and times are left out", () => {
  const view = { turn: 1, since: 5_000_000, hands: [["star-1"], []], hand: ["a", "b"], offers: [] };
  const facts = factsOf(view, 2, { ...texts, schemas: SCHEMAS });

  expect(facts.table).toEqual([
    { name: "Turn", text: "Bo" },
    { name: "Hand", text: "a, b" },
  ]);
  expect(facts.seats).toEqual([[{ name: "Hands", text: "star 1" }], [{ name: "Hands", text: "–" }]]);
});

test("an act has a button for each value that is offered, and for each of its type where all are open", () => {
  const [move] = movesOf([{ act: "Tap", values: { hand: ["left"] } }], SCHEMAS);

  expect(move?.choices.map(({ fields }) => fields)).toEqual([
    { shape: "star-1", hand: "left" },
    { shape: "star-2", hand: "left" },
  ]);
});

test("where there would be too many buttons, a field with a default keeps it", () => {
  const shapes = Array.from({ length: 20 }, (_, n) => `star-${String(n)}`);
  const [move] = movesOf([{ act: "Tap", values: { shape: shapes, hand: [null, "left"] } }], SCHEMAS);

  expect(move?.choices.map(({ fields }) => fields.hand)).toEqual(shapes.map(() => null));
});

test("a list is chosen one by one, or whole", () => {
  const [move] = movesOf([{ act: "Do", values: { on: ["a", "b"] } }], SCHEMAS);
  expect(move?.choices.map(({ fields }) => fields.on)).toEqual([["a"], ["b"], ["a", "b"]]);
});

test("a text is written", () => {
  const [move] = movesOf([{ act: "Say" }], SCHEMAS);
  expect(move?.blanks).toEqual([{ field: "text", number: false, longest: 60 }]);
  expect(move?.choices).toEqual([{ fields: {} }]);
});

test("a foul has the sentence about fouls", () => {
  expect(movesOf([{ act: "Tap", foul: true }], SCHEMAS)[0]?.key).toBe("now.tap.foul");
});

test("an event is told in a line", () => {
  const event = { type: "HouseFlipped", at: 3, lead: 1 };
  const schemas = {
    HouseFlipped: {
      type: "object",
      properties: {
        type: { enum: ["HouseFlipped"] },
        at: { format: "time", type: "integer" },
        lead: { format: "seat", type: "integer" },
      },
    },
  };
  expect(textOf(event, schemas.HouseFlipped, { ...texts, schemas })).toBe("House flipped · lead: Bo");
  expect(title("pairs_left")).toBe("Pairs left");
});
