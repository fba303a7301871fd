import type { Player, Room } from "$base/wire";
import { t } from "$base/words.svelte";
import { breezy, clear, ghost, hourglass, plugs, robot, stormy } from "$parts/icons";

const SIGNS = { good: clear, fair: breezy, poor: stormy };

/** One line of text about a seat: you, host, bot and level, away or played by a bot, or the rating of its line. */
export function aboutSeat(player: Player, room: Room, me: number | null): string {
  if (player.ghost) return t("ghost.is");
  if (player.bot) return `${t("bot")} · ${t(`skill.${player.bot}`)}`;
  const isHost = player.id === room.host;
  const who = player.id === me ? t("you") : state(player);
  if (isHost && !who) return t("host.is");
  return isHost ? `${who} · ${t("host")}` : who;
}

/** The player's handicaps, as the table agreed. */
export function handicapOf(player: Player): string {
  const head = player.head_start > 0 ? [t("head-start.has", { ms: player.head_start })] : [];
  const large = player.large_targets ? [t("large-targets.has")] : [];
  return [...head, ...large].join(" · ");
}

function state(player: Player): string {
  if (player.played_by_bot) return t("bot-plays");
  if (!player.here) return t("away");
  if (player.rating === "good") return ""; // only trouble is worth a word
  return player.rating ? t(`line-rating.${player.rating}`) : t("line-rating.unknown");
}

/** A verdict waits at most the table's cap, and an answer of this player takes longer. */
export function isTooSlow(player: Player, room: Room): boolean {
  return player.here && player.rtt !== null && player.rtt > room.fairness.cap;
}

/** Tells the player on a line that is too slow for close races; null if it is not. */
export function slowLineNotice(player: Player | null, room: Room): string | null {
  if (player === null || !isTooSlow(player, room)) return null;
  return t("line.too-slow.you", { ms: player.rtt ?? 0, cap: room.fairness.cap });
}

/** The sign beside a seat: of its connection unless that is good. A bot has none. */
export function seatIcon(player: Player): string | undefined {
  const isFine = player.bot !== null || (player.here && player.rating === "good");
  return isFine ? undefined : ratingSign(player);
}

/** What the rating of a player's line means, in plain words. */
export function aboutLine(player: Player, room: Room): string {
  if (player.bot) return t("line.bot");
  if (!player.here) return t("away");
  if (isTooSlow(player, room)) return t("line.too-slow", { ms: player.rtt ?? 0 });
  return player.rating ? t(`line.${player.rating}`, { ms: player.rtt ?? 0 }) : t("line-rating.unknown");
}

/** The sign for the rating of a player's line. */
export function ratingSign(player: Player): string {
  if (player.ghost) return ghost;
  if (player.bot) return robot;
  if (!player.here) return plugs;
  return player.rating ? SIGNS[player.rating] : hourglass;
}
