import { expect, test } from "vitest";

import { FilmClock, minutes, FilmTimeline, SPEEDS, speedName } from "./film";
import type { Film, Finish, Frame } from "$base/wire";

const finish = (number: number): Finish => ({
  contest: null,
  number,
  absent: null,
  lanes: [],
  gap: 0,
  blur: 0,
  last: false,
});
const frame = (at: number, rest: Partial<Frame> = {}): Frame => ({
  at,
  seen: at + 80,
  by: null,
  view: {},
  news: [],
  finishes: [],
  ...rest,
});
const timeline = (...frames: Frame[]) => new FilmTimeline({ frames } as unknown as Film);

test("a frame of the timeline holds the whole view although a frame of the film holds only the changes", () => {
  const { frames } = timeline(
    frame(0, { view: { card: 1, hand: [1, 2] } }),
    frame(5, { view: { card: 2 } }),
    frame(9, { view: { hand: [] } }),
  );

  expect(frames.map((frame) => frame.view)).toEqual([
    { card: 1, hand: [1, 2] },
    { card: 2, hand: [1, 2] },
    { card: 2, hand: [] },
  ]);
});

test("frameAt returns the latest frame at a time, by judged times and by seen times", () => {
  const film = timeline(frame(0, { seen: 0 }), frame(100), frame(100), frame(300));

  expect([-5, 0, 99, 100, 299, 300, 9999].map((time) => film.frameAt(time, "judged"))).toEqual([
    0, 0, 0, 2, 2, 3, 3,
  ]);
  expect([100, 179, 180, 379, 380].map((time) => film.frameAt(time, "seen"))).toEqual([0, 0, 2, 2, 3]);
});

test("the news between two frames is the news of every frame after the first", () => {
  const film = timeline(frame(0, { news: ["a"] }), frame(1, { news: ["b"] }), frame(2, { news: ["c", "d"] }));

  expect(film.news(0, 2)).toEqual(["b", "c", "d"]);
  expect(film.news(2, 2)).toEqual([]);
});

test("a contest is marked at its first frame and holds its latest photo finish", () => {
  const late = finish(0);
  const film = timeline(
    frame(0),
    frame(1, { finishes: [finish(0)] }),
    frame(2, { finishes: [finish(1)] }),
    frame(3, { finishes: [late] }),
  );

  expect(film.marks.map((mark) => mark.frame)).toEqual([1, 2]);
  expect(film.marks[0]?.finish).toBe(late);
  expect(film.frames[3]?.finishes.map(({ number }) => number)).toEqual([1, 0]);
  expect(film.neighbour(1, 1)?.frame).toBe(2);
  expect(film.neighbour(2, 1)).toBeUndefined();
  expect(film.neighbour(2, -1)?.frame).toBe(1);
});

test("an empty film has no marks and does not throw", () => {
  const film = timeline();

  expect(film.frameAt(5, "judged")).toBeLessThanOrEqual(0);
  expect(film.marks).toEqual([]);
});

test("a film's clock runs at the chosen speed and keeps its time when the speed changes", () => {
  const clock = new FilmClock();
  clock.seek(1_000_000, 0);
  expect(clock.read(500)).toBe(1_000_000);

  clock.play(1000);
  expect(clock.read(1100)).toBe(1_100_000);

  clock.setSpeed(1 / 20, 1100);
  expect(clock.read(1100)).toBe(1_100_000);
  expect(clock.read(1300)).toBe(1_110_000);

  clock.pause(1300);
  expect(clock.read(9000)).toBe(1_110_000);

  clock.setSpeed(4, 9000);
  clock.play(9000);
  expect(clock.read(9100)).toBe(1_510_000);
});

test("a film's clock does not seek to a time before the beginning", () => {
  const clock = new FilmClock();
  clock.seek(-5, 0);
  expect(clock.read(0)).toBe(0);
});

test("times are printed as minutes and seconds, and slow speeds as fractions", () => {
  expect(minutes(83_400_000)).toBe("1:23");
  expect(SPEEDS.map(speedName)).toEqual(["1/20", "1/10", "1/4", "1/2", "1", "2", "4"]);
});
