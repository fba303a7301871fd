import { expect, test } from "vitest";

import { fieldsOf, isTime, type NumberField, stepped, turned } from "./options";

const SCHEMA = {
  properties: {
    side: { enum: ["dark", "coloured"], default: "coloured" },
    hold: { type: "boolean", default: false },
    lag: { type: "integer", minimum: 0, maximum: 500, step: 50, unit: "ms", default: 100 },
    odd: { type: "object" },
  },
};

test("a form has the options that a player can change, with their defaults", () => {
  expect(fieldsOf(SCHEMA, {})).toEqual([
    { kind: "choice", name: "side", choices: ["coloured", "dark"], value: "coloured" },
    { kind: "switch", name: "hold", value: false },
    { kind: "number", name: "lag", value: 100, off: false, least: 0, most: 500, step: 50, unit: "ms" },
  ]);
});

test("a chosen value replaces the default", () => {
  expect(fieldsOf(SCHEMA, { side: "dark", hold: true }).map((field) => field.value)).toEqual([
    "dark",
    true,
    100,
  ]);
});

test("time limits are separate from options that change the game", () => {
  expect(
    fieldsOf(SCHEMA, {})
      .filter(isTime)
      .map(({ name }) => name),
  ).toEqual(["lag"]);
});

test("a default value does not count as changed", () => {
  expect(turned(SCHEMA, fieldsOf(SCHEMA, { side: "coloured", lag: 100 }))).toBe(0);
  expect(turned(SCHEMA, fieldsOf(SCHEMA, { side: "dark", lag: 150 }))).toBe(2);
});

test("a step stays on the grid and inside the limits", () => {
  const lag = (value: number): NumberField => ({
    kind: "number",
    name: "lag",
    value,
    off: false,
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

const PATIENCE = {
  properties: {
    idle: {
      anyOf: [{ type: "integer", minimum: 10, maximum: 60, step: 5, unit: "s" }, { type: "null" }],
      default: 20,
    },
  },
};

test("a limit that can be switched off has a step below its least", () => {
  const idle = (chosen: Record<string, unknown>) => fieldsOf(PATIENCE, chosen)[0] as NumberField;
  expect(idle({})).toMatchObject({ kind: "number", value: 20, off: true, least: 10, most: 60, unit: "s" });
  expect(idle({ idle: null }).value).toBeNull();
  expect(stepped(idle({ idle: 15 }), -1)).toBe(10);
  expect(stepped(idle({ idle: 10 }), -1)).toBeNull();
  expect(stepped(idle({ idle: null }), -1)).toBeNull();
  expect(stepped(idle({ idle: null }), 1)).toBe(10);
});

test("a limit that was switched off counts as changed and is still a time limit", () => {
  const fields = fieldsOf(PATIENCE, { idle: null });
  expect(turned(PATIENCE, fields)).toBe(1);
  expect(fields.every(isTime)).toBe(true);
});
