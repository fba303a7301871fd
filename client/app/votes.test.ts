import { expect, test } from "vitest";

import type { OnTheShelf } from "$base/wire";
import type { Player, Room } from "$base/wire";

import { canPlay, votersFor, leading } from "./votes";

const player = (id: number, vote: string | null, bot: Player["bot"] = null): Player => ({
  id,
  name: `Player ${String(id)}`,
  sign: id,
  bot,
  here: true,
  played_by_bot: false,
  ready: false,
  vote,
  head_start: 0,
  suggested_head_start: null,
  large_targets: false,
  rating: null,
  rtt: null,
  ghost: false,
});

const after = (game: string, ...players: Player[]): Room => ({
  type: "room",
  code: "KELP",
  game,
  options: {},
  fairness: { ranked: false, cap: 200 },
  time_scale: 100,
  stage: "over",
  paused: null,
  host: 1,
  lesson: null,
  players,
  bench: [],
  watchers: 0,
  big_screen: false,
  locked: false,
  elected: null,
  may_go_on_without_host: false,
  taught: false,
  match: null,
  big_screen_sound: "full",
  announcer: false,
  deck: null,
  offers: [],
  takes_decks: true,
  is_dealt: false,
  day: null,
});

const game = (slug: string, least = 2, most = 6): OnTheShelf => ({
  slug,
  seats: [least, most],
  minutes: 3,
  options: {},
  bot_languages: null,
  package: null,
  place: null,
  decks: false,
  files: [],
});
const SHELF = [game("a"), game("b"), game("c")];

test("without a vote the same game is played again", () => {
  expect(leading(after("b", player(1, null), player(2, null)), SHELF)).toBe("b");
});

test("the game with the most votes leads", () => {
  const room = after("a", player(1, "b"), player(2, "c"), player(3, "c"));
  expect(leading(room, SHELF)).toBe("c");
  expect(votersFor(room, "c").map(({ id }) => id)).toEqual([2, 3]);
});

test("the host's vote breaks a tie between games", () => {
  expect(leading(after("a", player(1, "b"), player(2, "c")), SHELF)).toBe("b");
});

test("a game with too few or too many seats cannot be played, unless bots give up their seats", () => {
  const room = after("a", player(1, null), player(2, null), player(3, null, "steady"));
  expect(canPlay(room, game("small", 2, 2))).toBe(true);
  expect(canPlay(room, game("large", 4, 8))).toBe(false);
  expect(canPlay(after("a", player(1, null), player(2, null), player(3, null)), game("small", 2, 2))).toBe(
    false,
  );
});
