import type { Film, Room } from "$base/wire";
import { t } from "$base/words.svelte";

/** The room with each ghost's name marked, so that every board, verdict and screen reader tells a ghost from a player. */
export function withGhostNames(room: Room): Room {
  if (!room.players.some((player) => player.ghost)) return room;
  const players = room.players.map((player) =>
    player.ghost ? { ...player, name: t("as-ghost", { name: player.name }) } : player,
  );
  return { ...room, players };
}

export const filmWithGhostNames = (film: Film): Film => ({ ...film, room: withGhostNames(film.room) });
