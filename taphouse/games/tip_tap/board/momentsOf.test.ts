import { expect, test, vi } from "vitest";

import type { RoundEnded } from "../wire";
import { momentsOf } from "./momentsOf";
import type { Scene } from "./scene.svelte";

vi.hoisted(() => vi.stubGlobal("navigator", { language: "en" }));

const NAMES = ["Ada", "Bo", "Cy"];
const scene = (seat: number | null, tray = 3) =>
  ({
    seat,
    view: { goal: 8 },
    given: { words: (key: string, { name = "" } = {}) => `${key} ${name}`.trim(), seat },
    name: (of: number) => NAMES[of],
    tray: () => Array<string>(tray).fill("fish-1"),
  }) as unknown as Scene;
const ended = (stolen: Record<string, number> = {}): RoundEnded => ({
  type: "RoundEnded",
  card: ["fish-1"],
  dealt: { "fish-1": 1 },
  stolen,
  wrong: [],
  until: 0,
});

test("a theft is the robbed player's and the thief's own moment, and the room's for all others", () => {
  const told = [0, 1, 2, null].map((seat) => momentsOf(ended({ "fish-1": 0 }), scene(seat))[0]);
  expect(told.map((moment) => moment?.rank)).toEqual(["mine", "mine", "room", "room"]);
  expect(told.map((moment) => moment?.shout)).toEqual([
    "moment.stolen.from-you Ada",
    "moment.stolen.by-you Ada",
    "moment.stolen Ada",
    "moment.stolen Ada",
  ]);
  expect(told[0]).toMatchObject({ piece: "fish-1", from: 0, to: 1 });
});

test("a shape that nobody owned before is no theft", () => {
  expect(momentsOf(ended(), scene(0))).toEqual([]);
});

test("a theft and a last step are told apart by ear", () => {
  const told = momentsOf(ended({ "fish-1": 0 }), scene(null, 7));
  expect(told.map(({ sound }) => sound)).toEqual(["stolen", "almost"]);
});

test("a player who took a shape and needs one more is announced", () => {
  expect(momentsOf(ended(), scene(0, 7)).map(({ shout }) => shout)).toEqual(["moment.one-more Bo"]);
  expect(momentsOf(ended(), scene(1, 7)).map(({ shout }) => shout)).toEqual(["moment.one-more.you Bo"]);
});
