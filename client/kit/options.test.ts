import { expect, test } from "vitest";

import { type Field, fieldsOf, stepped } from "./options";

const SCHEMA = {
  properties: {
    side: { enum: ["dark", "coloured"], default: "coloured" },
    hold: { type: "boolean", default: false },
    lag: { type: "integer", minimum: 0, maximum: 500, step: 50, unit: "ms", default: 100 },
    odd: { type: "object" },
  },
};

test("a form is made of the options a player can turn, with their defaults", () => {
  expect(fieldsOf(SCHEMA, {})).toEqual([
    { kind: "choice", name: "side", choices: ["coloured", "dark"], value: "coloured" },
    { kind: "switch", name: "hold", value: false },
    { kind: "number", name: "lag", value: 100, least: 0, most: 500, step: 50, unit: "ms" },
  ]);
});

test("what was chosen goes before the default", () => {
  expect(fieldsOf(SCHEMA, { side: "dark", hold: true }).map((field) => field.value)).toEqual([
    "dark",
    true,
    100,
  ]);
});

test("a step stays on the grid and inside the limits", () => {
  const lag = (value: number): Extract<Field, { kind: "number" }> => ({
    kind: "number",
    name: "lag",
    value,
    least: 0,
    most: 120,
    step: 50,
    unit: "ms",
  });
  expect(stepped(lag(50), 1)).toBe(100);
  expect(stepped(lag(70), 1)).toBe(100);
  expect(stepped(lag(70), -1)).toBe(50);
  expect(stepped(lag(100), 1)).toBe(120);
  expect(stepped(lag(0), -1)).toBe(0);
});
