import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keepSeat, keptSeat } from "$table/table.svelte";

import { lastTable, rememberTable } from "./lastTable";

const answer = (status: number, body: object) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  rememberTable("KXBN");
  keepSeat("KXBN", "1.token");
});
afterEach(() => vi.unstubAllGlobals());

test("the last table is offered while the server knows the seat", async () => {
  answer(200, { is_yours: true });

  expect(await lastTable()).toBe("KXBN");
});

test.each([
  ["the seat was given up", 200, { is_yours: false }],
  ["the table was cleared", 404, { why: "no-such-table", detail: "" }],
])("the last table is forgotten if %s", async (_, status, body) => {
  answer(status, body);

  expect(await lastTable()).toBeNull();
  expect(keptSeat("KXBN")).toBeNull();
});

test("the seat is kept while the server cannot answer", async () => {
  answer(429, { why: "flood", detail: "" });

  await expect(lastTable()).rejects.toThrow();
  expect(keptSeat("KXBN")).toBe("1.token");
});
