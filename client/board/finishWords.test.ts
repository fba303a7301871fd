import { expect, test, vi } from "vitest";

import { corrections, describeFinish } from "./finishWords";
import type { Finish, Lane, Room } from "$base/wire";
import { t, wordsOf, type Words } from "$base/words.svelte";

vi.hoisted(() => vi.stubGlobal("navigator", { language: "en" }));

const lane = (seat: number, response: number, more: Partial<Lane> = {}): Lane => ({
  seat,
  response: response * 1000,
  blur: 5000,
  late: 0,
  corrections: [],
  false_start: false,
  ...more,
});
const finish = (gap: number, last = false): Finish => ({
  contest: null,
  number: 0,
  absent: null,
  gap: gap * 1000,
  blur: 10_000,
  last,
  lanes: [lane(1, 300), lane(0, 300 + gap)],
});
const room = {
  time_scale: 100,
  players: [
    { name: "Ada", sign: 2, head_start: 0, large_targets: false },
    { name: "Bo", sign: 3, head_start: 0, large_targets: false },
  ],
} as unknown as Room;

const describe = (of: Finish, at: Room, seat: number | null, words: Words = t as Words) =>
  describeFinish(of, at, seat, words);

test("the headline names the first player, as the viewer calls them", () => {
  expect(describe(finish(60), room, null).headline).toContain("Bo");
  expect(describe(finish(60), room, 1).headline).not.toContain("Bo");
});

test("where the last one loses, the headline names the last", () => {
  expect(describe(finish(60, true), room, null).headline).toContain("Ada");
});

test("inside the measuring error the earlier reading wins: one sentence", () => {
  const text = describe(finish(6), room, null);
  expect(text.headline).toBe("Bo was first");
  expect(text.short).toBe(`${text.gap}\u00a0ms, ${text.verdict}`);
  expect(text.short).toBe(
    "6\u00a0ms, inside the measuring error of ±\u00a010\u00a0ms. The earlier reading wins: Bo",
  );
});

test("a game's own words say what its rules make of the first tap, in every text alike", () => {
  const words = wordsOf(() => ({ "verdict.first": "{{name}} holds it" }));
  const text = describe(finish(60), room, null, words);
  expect(text.headline).toBe("Bo holds it");
  expect(text.short).toContain("Bo holds it");
});

test("who never tapped is named as the loser, not the last hand in the picture", () => {
  const text = describe({ ...finish(60, true), absent: 1 }, room, null);
  expect(text.headline).toBe("Bo never tapped");
  expect(`${text.headline} ${text.verdict}`).not.toContain("was last");
});

test("a verdict that names a player never says that the race is undecidable", () => {
  for (const gap of [0, 0.3, 6, 9, 11, 60])
    for (const last of [false, true]) {
      const text = describe(finish(gap, last), room, null);
      const named = /was (first|last)/.test(text.headline);
      expect(named).not.toBe(/too close/i.test(`${text.headline} ${text.verdict} ${text.short}`));
    }
});

test("where the last two jam nobody was last", () => {
  const text = describe(finish(6, true), room, null);
  expect(text.headline).not.toMatch(/Ada|Bo/);
  expect(text.verdict).toContain("Nobody was last");
});

test("where the last one loses inside the measuring error, the later reading does", () => {
  expect(describe(finish(9, true), room, null).verdict).toContain("The later reading loses: Ada");
});

test("bots have no blur: the gap between them is never written as 0, and an equal time is decided by the tie break", () => {
  const text = (gap: number) => describe({ ...finish(gap), blur: 0 }, room, null);
  expect(text(0.3).gap).toBe("<\u00a01");
  expect(text(0.3).headline).toBe("Bo was first");
  expect(text(0).verdict).toContain("A coin toss picked Bo");
});

test("each correction is a sentence with its milliseconds, and a false start has its own sentence", () => {
  const text = corrections(
    lane(0, 80, {
      corrections: [
        { why: "stall", by: 180_000 },
        { why: "future", by: -7_000 },
      ],
      false_start: true,
    }),
  );
  expect(text).toHaveLength(3);
  expect(text[0]).toContain("180");
  expect(text[1]).toMatch(/\b7\b/);
});

test("a tap that was believed as it is has no corrections", () => {
  expect(corrections(lane(0, 300))).toEqual([]);
});

test("the handicaps of the table are listed with the photo finish", () => {
  const [ada, bo] = room.players;
  const eased = { ...room, players: [ada, { ...bo, large_targets: true }] } as Room;

  expect(describe(finish(60), room, null).agreed).toEqual([]);
  expect(describe(finish(60), eased, null).agreed).toEqual([expect.stringContaining("Bo")]);
});
