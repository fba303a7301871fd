import { expect, test } from "vitest";

import {
  added,
  advanced,
  EMPTY,
  interrupted,
  type Moment,
  type Photo,
  SHOWN_FOR,
  STALE_AFTER,
  withPhotos,
} from "./moments";

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

test("the verdict on a race takes the place of the one before, which a race put away", () => {
  const [before, now] = [moment("Max was last!"), moment("Pia was last!")].map((each) => ({
    ...each,
    verdict: { who: 0 },
  })) as [Moment, Moment];
  const queue = added(interrupted(added(EMPTY, [before, theft], 0), 300), [now], 600);

  expect(queue.shown).toBe(theft);
  expect(advanced(queue, 600 + SHOWN_FOR).shown).toBe(now);
  expect(advanced(queue, 600 + 2 * SHOWN_FOR).shown).not.toBe(before);
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

const photo = (who: number | null): Photo => ({
  who,
  of: "",
  headline: "Bo was first",
  time: "213 ms",
  proof: "60 ms, more than the measuring error",
});

test("the verdict among the moments gets the photo finishes of its race", () => {
  const fastest = { ...moment("Bo was the fastest!"), verdict: { who: 1 } };

  expect(withPhotos([goof, fastest], [photo(1)], null)).toEqual([goof, { ...fastest, photos: [photo(1)] }]);
});

test("a race that no moment tells has a verdict of its own, before all others", () => {
  const [verdict, after] = withPhotos([theft], [photo(1), photo(0)], null);

  expect(verdict).toMatchObject({ shout: "Bo was first", verdict: { who: 1 }, photos: [photo(1), photo(0)] });
  expect(after).toBe(theft);
});

test("a verdict of its own shows the thing that was raced for", () => {
  expect(withPhotos([], [{ ...photo(1), piece: "fish-3" }], null)[0]?.piece).toBe("fish-3");
});

test("a player's own screen tells only the races that they decided", () => {
  expect(withPhotos([], [photo(1)], 0)).toEqual([]);
  expect(withPhotos([], [photo(0)], 0)[0]?.rank).toBe("mine");
});
