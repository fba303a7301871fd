import { expect, test } from "vitest";

import type { Player, Room } from "$base/wire";

import { type Heard, soundsOf as sounds } from "./tvSounds";

const player = (id: number, changes: Partial<Player> = {}): Player => ({
  id,
  name: `P${id}`,
  sign: id,
  bot: null,
  here: true,
  played_by_bot: false,
  ready: false,
  head_start: 0,
  suggested_head_start: null,
  large_targets: false,
  vote: null,
  rating: null,
  rtt: null,
  ghost: false,
  ...changes,
});
const room = (changes: Partial<Room> = {}) =>
  ({ stage: "lobby", paused: null, elected: null, players: [player(1)], ...changes }) as Room;
const heard = (changes: Partial<Room> = {}, reaction: number | null = null): Heard => ({
  room: room(changes),
  reaction,
});

test.each<[string, Heard, Heard, string[]]>([
  [
    "an arrival during a game",
    heard({ stage: "playing" }),
    heard({ stage: "playing", players: [player(1), player(2)] }),
    ["arrive"],
  ],
  ["a player who is ready", heard(), heard({ players: [player(1, { ready: true })] }), ["tick"]],
  ["the beginning of a game", heard(), heard({ stage: "playing" }), ["begin"]],
  ["a pause", heard({ stage: "playing" }), heard({ stage: "playing", paused: "host" }), ["pause"]],
  [
    "the end of a pause",
    heard({ stage: "playing", paused: "host" }),
    heard({ stage: "playing" }),
    ["resume"],
  ],
  [
    "a vote",
    heard({ stage: "over" }),
    heard({ stage: "over", players: [player(1, { vote: "a" })] }),
    ["knock"],
  ],
  ["an elected game", heard({ stage: "over" }), heard({ stage: "over", elected: "a" }), ["raise"]],
  ["a reaction", heard(), heard({}, 17), ["pop"]],
])("%s is heard on the big screen", (_, before, now, expected) => {
  expect(sounds(before, now)).toEqual(expected);
});

test("a big screen that has just come, or where nothing changed, plays nothing", () => {
  expect(sounds({ room: null, reaction: null }, heard({ stage: "over" }, 4))).toEqual([]);
  expect(sounds(heard({ stage: "playing" }), heard({ stage: "playing" }))).toEqual([]);
});

test("what is shown for a while is heard where it is shown, and not twice", () => {
  expect(sounds(heard(), heard({ players: [player(1), player(2)] }))).toEqual([]);
  expect(sounds(heard({ stage: "playing" }), heard({ stage: "over" }))).toEqual([]);
  expect(sounds(heard({ stage: "over" }), heard({ stage: "podium" }))).toEqual([]);
});

test("a vote or a ready that is taken back is not heard", () => {
  const given = heard({ players: [player(1, { ready: true, vote: "a" })] });

  expect(sounds(given, heard())).toEqual([]);
});
