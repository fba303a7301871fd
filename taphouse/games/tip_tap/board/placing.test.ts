import { describe, expect, test } from "vitest";

import { divide, fit, settle } from "./placing";

const ALL = Array.from({ length: 45 }, (_, place) => `shape-${place}`);
const PHONE = [374, 490] as const;
const SMALL = [344, 240] as const;

describe("divide", () => {
  test("gives the largest cell that fits the room", () => {
    expect(divide(12, 400, 300)).toEqual({ columns: 4, rows: 3, cell: 100 });
    expect(divide(12, 300, 400)).toEqual({ columns: 3, rows: 4, cell: 100 });
  });

  test("has a cell for everything", () => {
    for (let cells = 1; cells <= 45; cells++) {
      const { columns, rows } = divide(cells, ...PHONE);
      expect(columns * rows).toBeGreaterThanOrEqual(cells);
    }
  });
});

describe("fit", () => {
  test("leaves gaps where they are while cells are wide enough", () => {
    expect(fit(45, 30, ...PHONE)).toEqual(divide(45, ...PHONE));
  });

  test("closes gaps only as far as fingers need it", () => {
    const { columns, rows, cell } = fit(45, 20, ...SMALL);
    expect(cell).toBeGreaterThanOrEqual(56);
    expect(columns * rows).toBeLessThan(45);
    expect(columns * rows).toBeGreaterThanOrEqual(20);
  });

  test("gives the largest cell when none is wide enough", () => {
    expect(fit(45, 45, ...SMALL)).toEqual(divide(45, ...SMALL));
  });
});

describe("settle", () => {
  test("each shape lies in its own cell, and what is gone leaves a gap", () => {
    const places = settle(ALL, new Set(["shape-3"]), 45);
    expect(places.get("shape-4")).toBe(4);
    expect(places.has("shape-3")).toBe(false);
  });

  test("only shapes whose cell is gone move, each into a gap of its own", () => {
    const gone = new Set(["shape-1", "shape-8", "shape-40", "shape-44"]);
    const places = settle(ALL, gone, 42);
    expect(places.get("shape-42")).toBe(1);
    expect(places.get("shape-43")).toBe(8);
    expect(new Set(places.values()).size).toBe(41);
    for (const shape of ALL.slice(0, 42))
      if (!gone.has(shape)) expect(places.get(shape)).toBe(ALL.indexOf(shape));
  });
});
