import type { Room } from "./wire";
import { language, t } from "./words.svelte";

/** How often the rules' time fits into this table's: 1, 1.5, 2 or 3. */
export function times(windows: number): string {
  return (windows / 100).toLocaleString(language.locale);
}

/** All that makes this table easier for somebody, a line for each; none where all play alike. */
export function agreed(room: Pick<Room, "windows" | "players">, seat: number | null): string[] {
  const lines = room.windows > 100 ? [t("agreed.windows", { times: times(room.windows) })] : [];
  room.players.forEach((player, of) => {
    const name = of === seat ? t("you") : player.name;
    if (player.head_start > 0) lines.push(t("agreed.head-start", { name, ms: player.head_start }));
    if (player.large_targets) lines.push(t("agreed.large-targets", { name }));
  });
  return lines;
}
