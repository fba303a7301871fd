import { expect, test, vi } from "vitest";

import type { Events } from "../wire";
import { momentsOf } from "./momentsOf";
import type { Scene } from "./scene.svelte";

vi.hoisted(() => vi.stubGlobal("navigator", { language: "en" }));

const scene = (big: boolean) =>
  ({
    big,
    view: { paid: { to: 0, giver: null, count: 1 }, out: null },
    given: { seat: null, words: (key: string) => key },
    about: (key: string) => key,
  }) as unknown as Scene;
const ended: Events = { type: "TurnEnded", how: "rejected", by: 0, tokens: null, out: null, at: 0, until: 0 };

test("the big screen shouts the verdict with its price; a player's own screen shows both already", () => {
  expect(momentsOf(ended, scene(true))).toMatchObject([{ shout: "ended.rejected", line: "takes" }]);
  expect(momentsOf(ended, scene(false))).toEqual([]);
});
