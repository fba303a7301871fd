import { expect, test } from "vitest";

import { type Finish } from "$board";

import { newest } from "./races";
import type { Contest } from "../wire";

test("the newest race comes first, and a finger alone is no race", () => {
  const finish = (number: number, ...seats: number[]): Finish<Contest> => ({
    contest: { type: "GoofRace", card: "blue-dog-clap", deal: 1 },
    number,
    lanes: seats.map((seat) => ({
      seat,
      response: 0,
      blur: 0,
      late: 0,
      corrections: [],
      false_start: false,
    })),
    last: false,
    gap: 0,
    blur: 0,
  });
  const told = [finish(0, 0, 1), finish(1, 1), finish(2, 1, 2)];
  expect(newest(told)).toEqual([told[2], told[0]]);
});
