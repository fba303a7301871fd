import type { Player, Room } from "$kit/wire";
import { t } from "$kit/words.svelte";
import { breezy, clear, hourglass, plugs, robot, stormy } from "$parts/icons";

const SIGNS = { clear, breezy, stormy };

/** One line about a seat: you, host, bot and level, away or kept warm, or the weather on its line. */
export function aboutSeat(player: Player, room: Room, me: number | null): string {
  if (player.bot) return `${t("bot")} · ${t(`skill.${player.bot}`)}`;
  const isHost = player.id === room.host;
  const who = player.id === me ? t("you") : state(player);
  if (isHost && who === t("weather.clear")) return t("host.is"); // its sign says the rest
  return isHost ? `${who} · ${t("host")}` : who;
}

/** What makes it easier for him, as the table agreed. */
export function handicapOf(player: Player): string {
  const head = player.head_start > 0 ? [t("head-start.has", { ms: player.head_start })] : [];
  const large = player.large_targets ? [t("large-targets.has")] : [];
  return [...head, ...large].join(" · ");
}

function state(player: Player): string {
  if (player.warm) return t("warm");
  if (!player.here) return t("away");
  return player.weather ? t(`weather.${player.weather}`) : t("weather.unknown");
}

/** What the weather on a line means, plainly. */
export function aboutLine(player: Player): string {
  if (player.bot) return t("line.bot");
  if (!player.here) return t("away");
  return player.weather ? t(`line.${player.weather}`, { ms: player.trip ?? 0 }) : t("weather.unknown");
}

/** The sign for the same. */
export function weatherSign(player: Player): string {
  if (player.bot) return robot;
  if (!player.here) return plugs;
  return player.weather ? SIGNS[player.weather] : hourglass;
}
