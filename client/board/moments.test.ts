import { expect, test } from "vitest";

import { added, advanced, EMPTY, interrupted, type Moment, SHOWN_FOR, STALE_AFTER } from "./moments";

const moment = (shout: string, rank: Moment["rank"] = "room"): Moment => ({
  rank,
  shout,
  line: "",
  sound: "thud",
});
const [goof, theft, own] = [moment("Goof!"), moment("Stolen!"), moment("You fell for it!", "mine")];

test("two moments at once are shown one after the other, each for its whole time", () => {
  const both = added(EMPTY, [goof, theft], 0);
  expect(both.shown).toBe(goof);
  expect(advanced(both, SHOWN_FOR - 1).shown).toBe(goof);
  expect(advanced(both, SHOWN_FOR).shown).toBe(theft);
  expect(advanced(advanced(both, SHOWN_FOR), 2 * SHOWN_FOR).shown).toBeNull();
});

test("a second moment does not overwrite the first", () => {
  const queue = added(added(EMPTY, [goof], 0), [theft], 300);
  expect(queue.shown).toBe(goof);
  expect(advanced(queue, SHOWN_FOR).shown).toBe(theft);
});

test("the viewer's own moment comes first, and what it interrupts is shown after it", () => {
  const queue = added(added(EMPTY, [goof], 0), [theft, own], 300);
  expect(queue.shown).toBe(own);
  const next = advanced(queue, 300 + SHOWN_FOR);
  expect(next.shown).toBe(goof);
  expect(advanced(next, 300 + 2 * SHOWN_FOR).shown).toBe(theft);
});

test("a moment of one's own does not interrupt another of one's own", () => {
  const second = moment("Goof!", "mine");
  const queue = added(added(EMPTY, [own], 0), [second], 300);
  expect(queue.shown).toBe(own);
  expect(advanced(queue, SHOWN_FOR).shown).toBe(second);
});

test("a moment that waited too long is not shown any more", () => {
  const queue = added(EMPTY, [goof, theft], 0);
  expect(advanced(queue, STALE_AFTER).shown).toBeNull();
});

test("a race puts a moment away: shown again afterwards if it was hardly seen", () => {
  const queue = added(EMPTY, [goof, theft], 0);
  const early = interrupted(queue, 300);
  expect(early.shown).toBeNull();
  expect(advanced(early, 2000).shown).toBe(goof);
  expect(advanced(interrupted(queue, SHOWN_FOR - 100), 2000).shown).toBe(theft);
});
