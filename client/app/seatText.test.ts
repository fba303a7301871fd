import { expect, test } from "vitest";

import { isTooSlow, slowLineNotice } from "./seatText";
import type { Player, Room } from "$base/wire";

const room = { fairness: { ranked: false, cap: 200 } } as Room;
const player = (rtt: number | null, here = true) => ({ rtt, here, bot: null }) as Player;

test("a line whose answer takes longer than a verdict waits is too slow", () => {
  expect(isTooSlow(player(580), room)).toBe(true);
  expect(isTooSlow(player(200), room)).toBe(false);
  expect(isTooSlow(player(null), room)).toBe(false);
  expect(isTooSlow(player(580, false), room)).toBe(false);
});

test("a player on a line that is too slow is told how slow it is and how long the table waits", () => {
  expect(slowLineNotice(player(580), room)).toMatch(/580 ms.*200 ms/);
  expect(slowLineNotice(player(20), room)).toBeNull();
  expect(slowLineNotice(null, room)).toBeNull();
});
