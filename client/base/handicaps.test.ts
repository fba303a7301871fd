import { expect, test, vi } from "vitest";

import { handicaps } from "./handicaps";
import type { Player } from "./wire";

vi.hoisted(() => vi.stubGlobal("navigator", { language: "en" }));

const player = (name: string, more: Partial<Player> = {}) =>
  ({ name, head_start: 0, large_targets: false, ...more }) as Player;

test("a table where all play alike has no handicaps", () => {
  expect(handicaps({ time_scale: 100, players: [player("Ada"), player("Bo")] }, 0)).toEqual([]);
});

test("each handicap names its player, and the viewer is called you", () => {
  const players = [player("Ada", { large_targets: true }), player("Bo", { head_start: 80 })];

  const [windows, ada, bo] = handicaps({ time_scale: 150, players }, 0);

  expect(windows).toContain("1.5");
  expect(ada).not.toContain("Ada");
  expect(bo).toMatch(/^Bo.*80/);
});
