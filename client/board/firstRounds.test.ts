import { afterEach, expect, test, vi } from "vitest";

import { FirstRounds } from "./firstRounds.svelte";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
afterEach(() => kept.clear());

test("hints are shown in the first two rounds of a game on a device", () => {
  const rounds = new FirstRounds("one");
  const shown = [rounds.isNow];
  for (let i = 0; i < 2; i++) {
    rounds.end();
    shown.push(rounds.isNow);
  }
  expect(shown).toEqual([true, true, false]);
});

test("a device remembers its rounds of each game", () => {
  const before = new FirstRounds("one");
  before.end();
  before.end();
  expect(new FirstRounds("one").isNow).toBe(false);
  expect(new FirstRounds("other").isNow).toBe(true);
});
