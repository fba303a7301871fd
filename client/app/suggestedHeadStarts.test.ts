import { describe, expect, test } from "vitest";

import type { Player } from "$base/wire";

import { newHeadStarts } from "./suggestedHeadStarts";

const player = (id: number, head_start: number, suggested_head_start: number | null) =>
  ({ id, name: `P${id}`, head_start, suggested_head_start }) as Player;

describe("suggested head starts", () => {
  test("name everyone whom the house knows, the strongest with nothing", () => {
    expect(newHeadStarts({ players: [player(1, 0, 0), player(2, 0, 120), player(3, 0, null)] })).toEqual([
      { id: 1, name: "P1", ms: 0 },
      { id: 2, name: "P2", ms: 120 },
    ]);
  });

  test("are not shown while nothing is known", () => {
    expect(newHeadStarts({ players: [player(1, 0, null), player(2, 0, null)] })).toEqual([]);
  });

  test("are not shown to a table that plays nearly like that", () => {
    expect(newHeadStarts({ players: [player(1, 0, 0), player(2, 100, 120)] })).toEqual([]);
  });

  test("are shown when a head start has become too large", () => {
    expect(newHeadStarts({ players: [player(1, 0, 0), player(2, 200, 0)] })).toHaveLength(2);
  });
});
