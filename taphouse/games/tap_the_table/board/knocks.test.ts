import { expect, test } from "vitest";

import { Onset } from "$board";

import { KNOCKS } from "./knocks";

const QUIET = 0.004;
const KNOCK = 0.3;

function room(loudness: number): Onset {
  const knocks = new Onset(KNOCKS);
  hold(knocks, loudness, 0, 2000);
  return knocks;
}

function hold(knocks: Onset, loudness: number, from: number, to: number): void {
  for (let at = from; at < to; at += 10) knocks.detect(loudness, at);
}

test("a knock in a quiet room is detected", () => {
  expect(room(QUIET).detect(KNOCK, 2000)).toBe(true);
});

test("a knock that rings on is not a second knock", () => {
  const knocks = room(QUIET);
  hold(knocks, KNOCK, 2000, 2080);
  expect(knocks.detect(KNOCK, 2080)).toBe(false);
  hold(knocks, QUIET, 2090, 2500);
  expect(knocks.detect(KNOCK, 2500)).toBe(true);
});

test("the constant noise of a loud room is no knock", () => {
  expect(room(0.1).detect(0.2, 2000)).toBe(false);
});

test("a whisper is no knock, however quiet the room", () => {
  expect(room(0.0001).detect(0.02, 2000)).toBe(false);
});
