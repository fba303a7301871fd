import { number } from "./phrase";
import type { Room } from "./wire";
import { language, t } from "./words.svelte";

/** The table's time limits as a multiple of the rules': 1, 1.5, 2 or 3. */
export function times(timeScale: number): string {
  return number(timeScale / 100, language.locale);
}

/** The handicaps of this table, a line for each; none where all play alike. */
export function handicaps(room: Pick<Room, "time_scale" | "players">, seat: number | null): string[] {
  const lines = room.time_scale > 100 ? [t("handicap.time-scale", { times: times(room.time_scale) })] : [];
  room.players.forEach((player, of) => {
    const name = of === seat ? t("you") : player.name;
    if (player.head_start > 0) lines.push(t("handicap.head-start", { name, ms: player.head_start }));
    if (player.large_targets) lines.push(t("handicap.large-targets", { name }));
  });
  return lines;
}
