import { expect, test, vi } from "vitest";

import type { Events } from "../wire";
import { HIDDEN, momentsOf } from "./momentsOf";
import type { Scene } from "./scene.svelte";

vi.hoisted(() => vi.stubGlobal("navigator", { language: "en" }));

const NAMES = ["Ada", "Bo", "Cy"];
const scene = (seat: number | null) =>
  ({
    seat,
    given: { seat, words: (key: string) => key },
    name: (of: number) => NAMES[of],
    about: (of: number, theirs: string, yours: string) => (of === seat ? yours : `${theirs} ${NAMES[of]}`),
  }) as unknown as Scene;
const told = (event: Events, seat: number | null) => momentsOf(event, scene(seat))[0];
const fooled = (card: string | null): Events => ({ type: "Fooled", seat: 1, taker: 0, card, at: 0 });

test("a believed bluff is told to all, with the card that changes hands", () => {
  expect(told(fooled("7"), 1)).toMatchObject({
    rank: "mine",
    shout: "moment.fooled.you",
    line: "moment.pays.you",
  });
  expect(told(fooled("7"), 0)).toMatchObject({
    rank: "mine",
    shout: "moment.fooled Bo",
    piece: "7",
    from: 1,
    to: 0,
  });
  expect(told(fooled(null), null)).toMatchObject({
    rank: "room",
    shout: "moment.fooled Bo",
    line: "moment.pays",
  });
});

test("a card that a screen may not see is drawn without its number", () => {
  expect(told(fooled(null), 2)?.piece).toBe(HIDDEN);
});

test("the last hand pays the player who laid the pair", () => {
  const laid: Events = {
    type: "PairLaid",
    seat: 0,
    pair: "7",
    loser: 2,
    card: null,
    at: 0,
    until: 0,
    more: [],
  };
  expect(told(laid, null)).toMatchObject({ shout: "moment.last Cy", from: 2, to: 0 });
  expect(momentsOf({ ...laid, loser: null }, scene(null))).toEqual([]);
});

test("a jam says who slaps again", () => {
  const jam: Events = { type: "Jammed", seat: 0, why: "too-close", at: 0, until: 0 };
  expect(told(jam, 0)).toMatchObject({ rank: "mine", line: "moment.again.you" });
  expect(told(jam, 1)).toMatchObject({ rank: "room", line: "moment.again Ada" });
});

test("a believed bluff and a jam are told apart by ear", () => {
  const jam: Events = { type: "Jammed", seat: 0, why: "too-close", at: 0, until: 0 };
  expect([told(fooled(null), null), told(jam, null)].map((moment) => moment?.sound)).toEqual([
    "fooled",
    "jam",
  ]);
});

test("a raised hand is no moment: it would tell what it does", () => {
  const up: Events = { type: "WoundUp", seat: 0, at: 0, gesture: null, pair: null, shown: null };
  const bluff: Events = { type: "Feigned", seat: 0, at: 0, open: 0, until: 0 };
  expect([up, bluff].flatMap((event) => momentsOf(event, scene(1)))).toEqual([]);
});
