import type { Player, Room } from "$kit/wire";
import { t } from "$kit/words.svelte";

/** One line about a seat: you, host, bot and level, away or kept warm, or the weather on its line. */
export function aboutSeat(player: Player, room: Room, me: number | null): string {
  const host = player.id === room.host;
  if (player.id === me) return host ? `${t("you")} · ${t("host")}` : t("you");
  if (player.bot) return `${t("bot")} · ${t(`skill.${player.bot}`)}`;
  if (player.warm) return t("warm");
  if (!player.here) return t("away");
  const weather = player.weather ? t(`weather.${player.weather}`) : t("weather.unknown");
  return host ? `${weather} · ${t("host")}` : weather;
}
