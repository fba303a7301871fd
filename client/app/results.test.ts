import { expect, test, vi } from "vitest";

import { gameResult } from "./results";
import type { Room, Update } from "$base/wire";

vi.hoisted(() => vi.stubGlobal("navigator", { language: "en" }));

const room = {
  players: [
    { name: "Ada", sign: 2 },
    { name: "Bo", sign: 3 },
    { name: "Cleo", sign: 4 },
  ],
} as unknown as Room;
const update = (points: number[], places: number[]) => ({ view: { points }, places }) as unknown as Update;
const words = (key: string) => key;

test("a podium has the best place first, and tied seats keep their order", () => {
  const { ranked } = gameResult(room, update([5, 8, 5], [2, 1, 2]), undefined, null, words);
  expect(ranked.map(({ name, place, points }) => [name, place, points])).toEqual([
    ["Bo", 1, 8],
    ["Ada", 2, 5],
    ["Cleo", 2, 5],
  ]);
});

test("a board may show another number than the points", () => {
  const board = { shownPoints: (view: { points: number[] }) => view.points.map(Math.abs) };
  const { ranked } = gameResult(room, update([-4, 0, -9], [2, 1, 3]), board as never, null, words);
  expect(ranked.map(({ points }) => points)).toEqual([0, 4, 9]);
});

test("the line about the winners says whether the reader won or the victory is shared", () => {
  const line = (places: number[], seat: number | null) =>
    gameResult(room, update([0, 0, 0], places), undefined, seat, words).line;
  expect(line([1, 2, 3], 1)).toBe("wins");
  expect(line([1, 2, 3], 0)).toBe("wins.you");
  expect(line([1, 1, 3], 0)).toBe("wins.shared");
});

test("a board may choose the words about winning, and the last view may be missing", () => {
  const board = { winsKey: (view: { points: number[] }) => `wins-${view.points.length}` };
  expect(gameResult(room, update([0, 0, 0], [1, 2, 3]), board as never, 0, words).line).toBe("wins-3.you");
  expect(gameResult(room, null, board as never, 0, words).ranked).toEqual([]);
});

test("a board may say why the winners won if their points are not the reason", () => {
  const winsLine = (_: unknown, winners: number[]) => (winners.includes(1) ? "5 triangles" : undefined);
  const line = (places: number[]) =>
    gameResult(room, update([5, 8, 5], places), { winsLine } as never, null, words).line;
  expect(line([2, 1, 3])).toBe("5 triangles");
  expect(line([1, 2, 3])).toBe("wins");
});
