import { expect, test, vi } from "vitest";

import { corrections, tell } from "./telling";
import type { Finish, Lane, Room } from "./wire";

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
  thing: "plate",
  gap: gap * 1000,
  blur: 10_000,
  last,
  lanes: [lane(1, 300), lane(0, 300 + gap)],
});
const room = {
  windows: 100,
  players: [
    { name: "Ada", sign: 2, head_start: 0, large_targets: false },
    { name: "Bo", sign: 3, head_start: 0, large_targets: false },
  ],
} as unknown as Room;

test("the headline names whoever was first, from the view of whoever looks", () => {
  expect(tell(finish(60), room, null).headline).toContain("Bo");
  expect(tell(finish(60), room, 1).headline).not.toContain("Bo");
});

test("where the last one loses, the headline names the last", () => {
  expect(tell(finish(60, true), room, null).headline).toContain("Ada");
});

test("nobody is named when nobody can say", () => {
  const told = tell(finish(6), room, null);
  expect(told.headline).not.toMatch(/Ada|Bo/);
  expect(told.gap).toBe("6");
});

test("bots have no blur: what lies between them is never called nothing, and an equal time names nobody", () => {
  const told = (gap: number) => tell({ ...finish(gap), blur: 0 }, room, null);
  expect(told(0.3).gap).toBe("<\u00a01");
  expect(told(0.3).headline).toContain("Bo");
  expect(told(0).headline).not.toMatch(/Ada|Bo/);
});

test("each correction is told with its milliseconds, and a false start with a sentence of its own", () => {
  const told = corrections(
    lane(0, 80, {
      corrections: [
        { why: "stall", by: 180_000 },
        { why: "future", by: -7_000 },
      ],
      false_start: true,
    }),
  );
  expect(told).toHaveLength(3);
  expect(told[0]).toContain("180");
  expect(told[1]).toMatch(/\b7\b/);
});

test("a finger that was simply believed needs no words", () => {
  expect(corrections(lane(0, 300))).toEqual([]);
});

test("what makes it easier for somebody is told with it", () => {
  const [ada, bo] = room.players;
  const eased = { ...room, players: [ada, { ...bo, large_targets: true }] } as Room;

  expect(tell(finish(60), room, null).agreed).toEqual([]);
  expect(tell(finish(60), eased, null).agreed).toEqual([expect.stringContaining("Bo")]);
});
