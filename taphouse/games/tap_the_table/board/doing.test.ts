import { expect, test } from "vitest";

import type { View } from "../wire";
import { doingOf } from "./doing";

const SECOND = 1_000_000;

/** Seat 0 is active, seat 1 counts down if anyone does. */
function view(phase: View["phase"], given: Partial<View> = {}): View {
  const nothing = {
    away: [],
    fists: [],
    fine: [],
    kept: [],
    voters: [],
    drums: {},
    contenders: [],
    dancing: false,
  };
  return { ...nothing, phase, active: 0, by: null, starter: null, ...given } as unknown as View;
}

test("a seat shows its fist after the vote, but not its thumb", () => {
  const votes = { voters: [1, 2, 3], fists: [1], fine: [2], by: 0 };
  expect([0, 1, 2, 3].map((seat) => doingOf(view("voting", votes), seat, 0))).toEqual([
    "waits",
    "knocks",
    "fine",
    "thinks",
  ]);
  expect(doingOf(view("justifying", votes), 1, 0)).toBe("knocks");
  expect(doingOf(view("justifying", votes), 2, 0)).toBe("waits");
  expect(doingOf(view("justifying", { ...votes, kept: [1] }), 1, 0)).toBe("kept");
});

test("a drummer stops drumming when the last tap is old", () => {
  const dance = view("thinking", { dancing: true, drums: { 2: 10 * SECOND } });
  expect(doingOf(dance, 2, 11 * SECOND)).toBe("drums");
  expect(doingOf(dance, 2, 12 * SECOND)).toBe("waits");
  expect(doingOf(dance, 0, 11 * SECOND)).toBe("thinks");
});

test("a player who counts down is shown counting even while they drum", () => {
  const counting = view("countdown", { starter: 1, drums: { 1: SECOND } });
  expect(doingOf(counting, 1, SECOND)).toBe("counts");
});

test("a player who is away shows no other action, and a player who is out still votes", () => {
  expect(doingOf(view("voting", { away: [2], fists: [2] }), 2, 0)).toBe("away");
  expect(doingOf(view("ready", { contenders: [0, 1] }), 2, 0)).toBe("out");
  expect(doingOf(view("voting", { contenders: [0, 1], voters: [1, 2] }), 2, 0)).toBe("thinks");
});
