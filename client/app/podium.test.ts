import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { SOUND_EVENT } from "$base/sound";
import { risesAfter } from "$parts/ranked";

import { playPodium, podiumCues } from "./podium";

const ranked = (players: number) =>
  Array.from({ length: players }, (_, i) => ({
    key: i,
    name: `P${i}`,
    sign: i + 1,
    place: i + 1,
    points: 9 - i,
  }));

let heard: string[] = [];
const listen = (event: Event) => heard.push((event as CustomEvent<{ sound: string }>).detail.sound);

beforeEach(() => {
  heard = [];
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  window.addEventListener(SOUND_EVENT, listen);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [1, ["drumroll", "cheer"]],
  [2, ["thud", "drumroll", "cheer"]],
  [3, ["thud", "thud", "drumroll", "cheer"]],
  [8, ["thud", "thud", "drumroll", "cheer"]],
])("the podium of %i players is heard in its order, and the cheer comes last", (players, expected) => {
  const cues = podiumCues(ranked(players), "cheer");

  expect(cues.map(([sound]) => sound)).toEqual(expected);
  expect(cues.map(([, after]) => after)).toEqual(cues.map(([, after]) => after).toSorted((a, b) => a - b));
});

test("two who share the first place rise together, after the drum roll", () => {
  const shared = ranked(3).map((one) => ({ ...one, place: one.place === 3 ? 3 : 1 }));

  expect(risesAfter(1, shared)).toBe(risesAfter(0, shared));
  expect(podiumCues(shared, "cheer").map(([sound]) => sound)).toEqual(["thud", "drumroll", "cheer"]);
});

test("a podium that has left the screen is heard no more", () => {
  const stop = playPodium(ranked(3), "cheer", "P0 wins");
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(["thud", "thud", "drumroll"]);

  stop();
  vi.advanceTimersByTime(10_000);

  expect(heard).not.toContain("cheer");
});
