import { expect, test } from "vitest";

import { divide, fit, settle } from "./placing";

const ALL = Array.from({ length: 45 }, (_, place) => `shape-${place}`);
const PHONE = [374, 490] as const;
const SMALL = [344, 240] as const;

test("divide gives the largest cell that fits the space", () => {
  expect(divide(12, 400, 300)).toEqual({ columns: 4, rows: 3, cell: 100 });
  expect(divide(12, 300, 400)).toEqual({ columns: 3, rows: 4, cell: 100 });
});

test("divide has a cell for every shape", () => {
  for (let cells = 1; cells <= 45; cells++) {
    const { columns, rows } = divide(cells, ...PHONE);
    expect(columns * rows).toBeGreaterThanOrEqual(cells);
  }
});

test("fit keeps the gaps while cells are wide enough", () => {
  expect(fit(45, 30, ...PHONE)).toEqual(divide(45, ...PHONE));
});

test("fit closes gaps only until cells are wide enough for fingers", () => {
  const { columns, rows, cell } = fit(45, 20, ...SMALL);
  expect(cell).toBeGreaterThanOrEqual(56);
  expect(columns * rows).toBeLessThan(45);
  expect(columns * rows).toBeGreaterThanOrEqual(20);
});

test("fit gives the largest cell when no cell is wide enough", () => {
  expect(fit(45, 45, ...SMALL)).toEqual(divide(45, ...SMALL));
});

test("each shape lies in its own cell, and a taken shape leaves a gap", () => {
  const places = settle(ALL, new Set(["shape-3"]), 45);
  expect(places.get("shape-4")).toBe(4);
  expect(places.has("shape-3")).toBe(false);
});

test("only shapes without a cell move, each into a different gap", () => {
  const gone = new Set(["shape-1", "shape-8", "shape-40", "shape-44"]);
  const places = settle(ALL, gone, 42);
  expect(places.get("shape-42")).toBe(1);
  expect(places.get("shape-43")).toBe(8);
  expect(new Set(places.values()).size).toBe(41);
  for (const shape of ALL.slice(0, 42))
    if (!gone.has(shape)) expect(places.get(shape)).toBe(ALL.indexOf(shape));
});
