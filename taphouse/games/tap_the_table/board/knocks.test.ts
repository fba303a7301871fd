import { describe, expect, test } from "vitest";

import { Knocks } from "./knocks";

const QUIET = 0.004;
const KNOCK = 0.3;

function room(loudness: number): Knocks {
  const knocks = new Knocks();
  for (let at = 0; at < 2000; at += 10) knocks.hear(loudness, at);
  return knocks;
}

describe("a knock", () => {
  test("is heard in a quiet room", () => {
    expect(room(QUIET).hear(KNOCK, 2000)).toBe(true);
  });

  test("rings on without being a second one", () => {
    const knocks = room(QUIET);
    knocks.hear(KNOCK, 2000);
    expect(knocks.hear(KNOCK, 2100)).toBe(false);
    expect(knocks.hear(KNOCK, 2400)).toBe(true);
  });

  test("is not what a loud room sounds like all the time", () => {
    expect(room(0.1).hear(0.2, 2000)).toBe(false);
  });

  test("is never a whisper, however quiet the room", () => {
    expect(room(0.0001).hear(0.02, 2000)).toBe(false);
  });
});
