import { expect, test } from "vitest";

import type { Room } from "$base/wire";

import { SeesTv } from "./seesTv.svelte";

const withTv = { big_screen: true } as Room;

test("a big screen takes nothing from the phone of a player who has not said that they see it", () => {
  const sees = new SeesTv("KELP");

  expect([sees.answer, sees.of(withTv).big_screen]).toEqual([null, false]);

  sees.say("no");

  expect(sees.of(withTv).big_screen).toBe(false);
});

test("the phone of a player who sees the big screen leaves out what it shows", () => {
  const sees = new SeesTv("KELP");

  sees.say("yes");

  expect(sees.of(withTv).big_screen).toBe(true);
  expect(sees.of({ big_screen: false } as Room).big_screen).toBe(false);
});
