import { beforeEach, expect, test, vi } from "vitest";

import { changedAfter, ReceiptBook, receiptsOf } from "./receipts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test("receipts are stored by game, in order, and a page that reloads adds to them", () => {
  const before = new ReceiptBook();
  before.add("one", "a");
  before.add("one", "a");
  before.add("one", "b");
  before.save();
  const after = new ReceiptBook();
  after.add("one", "c");
  after.save();

  expect(receiptsOf("one")).toEqual({ match: "one", receipts: ["a", "b", "c"] });
  expect(receiptsOf("two")).toBeNull();
  expect(receiptsOf(null)).toBeNull();
});

test("nothing is stored before it is saved, and another game saves the one before", () => {
  const book = new ReceiptBook();
  book.add("one", "a");
  expect(receiptsOf("one")).toBeNull();
  book.add("two", "x");

  expect(receiptsOf("one")?.receipts).toEqual(["a"]);
});

test("a long game keeps its latest receipt and a bounded number of earlier ones", () => {
  const book = new ReceiptBook();
  for (let number = 0; number < 3000; number++) book.add("one", `${number}`);
  book.save();
  const receipts = receiptsOf("one")?.receipts ?? [];

  expect(receipts.length).toBeLessThanOrEqual(512);
  expect(receipts.at(-1)).toBe("2999");
  expect(
    changedAfter(
      receipts,
      Array.from({ length: 3000 }, (_, number) => `${number}`),
    ),
  ).toBeNull();
});

test("only the receipts of the latest games are kept", () => {
  const book = new ReceiptBook();
  for (let number = 1; number <= 25; number++) {
    book.add(`game ${number}`, "a");
    book.save();
  }

  expect(receiptsOf("game 5")).toBeNull();
  expect(receiptsOf("game 6")?.receipts).toEqual(["a"]);
  expect(receiptsOf("game 25")?.receipts).toEqual(["a"]);
});

test("a record that has every receipt in order is confirmed; another is changed after the last one found", () => {
  const links = ["h", "a", "b", "c", "d"];

  expect(changedAfter(["a", "c", "d"], links)).toBeNull();
  expect(changedAfter([], links)).toBeNull();
  expect(changedAfter(["a", "c", "x"], links)).toBe(4);
  expect(changedAfter(["x"], links)).toBe(1);
  expect(changedAfter(["c", "a"], links)).toBe(4);
});
