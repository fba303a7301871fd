import type { Player, Room } from "$base/wire";

const WORTH_IT = 40; // milliseconds: a smaller change is no reason to ask

export interface Suggested {
  id: number;
  name: string;
  ms: number;
}

/** What the house suggests for everyone whom it knows; nothing while the table plays much like that already. */
export function newHeadStarts(room: Pick<Room, "players">): Suggested[] {
  const known = room.players.filter((player) => player.suggested_head_start !== null);
  const change = (player: Player) => Math.abs((player.suggested_head_start ?? 0) - player.head_start);
  if (!known.some((player) => change(player) >= WORTH_IT)) return [];
  return known.map(({ id, name, suggested_head_start }) => ({ id, name, ms: suggested_head_start ?? 0 }));
}
