import { expect, test, vi } from "vitest";

import type { Events, Result, View } from "../wire";
import { momentsOf } from "./momentsOf";
import type { Scene } from "./scene.svelte";

vi.hoisted(() => vi.stubGlobal("navigator", { language: "en" }));

const view = {
  ring: ["a", "b", "c", "d"],
  blind: false,
  task: null,
  winners: null,
  standings: [null, { counts: [[4, 5]], broken: false }, { counts: [[3, 5]], broken: false }, null],
} as unknown as View;
const scene = (seat: number | null, news: readonly Events[] = [], more: Partial<View> = {}) =>
  ({
    seat,
    view: { ...view, ...more },
    given: { seat, news, words: (key: string, { n = 0 } = {}) => (n ? `${key} ${n}` : key) },
    name: (of: number) => `P${of}`,
  }) as unknown as Scene;
const result = {
  outcomes: ["correct", "incorrect", "correct", "none"],
  fastest: 0,
} as unknown as Result;
const ended: Events = { type: "RoundEnded", result, at: 0 };
const shouts = (of: Scene, event: Events = ended) =>
  momentsOf(event, of).map(({ shout, line }) => `${shout} ${line}`.trim());

test("the fastest wins their own card and those that nobody won", () => {
  expect(shouts(scene(0))).toEqual(["moment.fastest.you moment.wins.you 3"]);
  expect(shouts(scene(null))).toEqual(["moment.fastest moment.wins 3"]);
});

test("a card flies to the fastest from a player whose card nobody else won", () => {
  expect(momentsOf(ended, scene(null))[0]).toMatchObject({ piece: "b", from: 1, to: 0 });
  expect(momentsOf(ended, scene(null, [], { blind: true }))[0]).not.toHaveProperty("piece");
});

test("a wrong smack says what it costs, before the room's moment", () => {
  const lost: Events = { type: "HouseLost", seat: 1, cards: ["x"], source: "race" };
  expect(shouts(scene(1, [ended, lost]))[0]).toBe("moment.loses");
  expect(shouts(scene(1))[0]).toBe("moment.loses.nothing");
  expect(momentsOf(ended, scene(1)).map(({ rank }) => rank)).toEqual(["mine", "room"]);
});

test("who is one card from the finish is announced when a card is placed", () => {
  const placed = (seat: number): Events => ({ type: "HousePlaced", seat, cards: ["x"] });
  expect(shouts(scene(0), placed(1))).toEqual(["moment.one-more moment.one-more.line"]);
  expect(shouts(scene(0), placed(2))).toEqual([]);
  expect(shouts(scene(0, [], { winners: [1] }), placed(1))).toEqual([]);
});
