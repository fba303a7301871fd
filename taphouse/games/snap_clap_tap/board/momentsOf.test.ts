import { expect, test, vi } from "vitest";

import type { Events } from "../wire";
import { momentsOf } from "./momentsOf";
import type { Scene } from "./scene.svelte";

vi.hoisted(() => vi.stubGlobal("navigator", { language: "en" }));

const scene = (seat: number | null, screen = "hand") =>
  ({
    given: { seat, screen, words: (key: string, { n = 0 } = {}) => (n ? `${key} ${n}` : key) },
    name: (of: number) => `P${of}`,
  }) as unknown as Scene;
const caught: Events = {
  type: "Caught",
  seat: 0,
  offender: 1,
  card: "red-dog-clap",
  on: "red-dog-snap",
  did: null,
  gifts: [
    ["red-dog-tap", 0],
    ["red-girl-tap", 0],
  ],
  at: 0,
  until: 0,
};

test("a caught goof is told to the offender, the caller and the room, with the cards that it costs", () => {
  const told = [1, 0, 2].map((seat) => momentsOf(caught, scene(seat))[0]);
  expect(told.map((moment) => [moment?.rank, moment?.line])).toEqual([
    ["mine", "moment.caught.you 2"],
    ["mine", "moment.caught.by-you 2"],
    ["room", "moment.caught 2"],
  ]);
  expect(told[0]).toMatchObject({ piece: "red-dog-tap", from: 0, to: 1 });
});

test("the big screen says why it was a goof, before what it costs", () => {
  expect(momentsOf(caught, scene(null, "table"))[0]?.line).toBe("asked.snap instead.none moment.caught 2");
});

test("a card that is laid is no moment: nobody learns from the house whether it was a goof", () => {
  const laid: Events = {
    type: "Laid",
    seat: 1,
    card: "red-dog-clap",
    on: "red-dog-snap",
    at: 0,
    blur: 0,
    goof: null,
    until: null,
  };
  expect(momentsOf(laid, scene(0))).toEqual([]);
});
