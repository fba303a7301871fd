import type { Sound } from "$base/sound";
import type { Room } from "$base/wire";

/** What the big screen knew at one moment. */
export interface Heard {
  room: Room | null;
  /** The newest reaction. */
  reaction: number | null;
}

/**
 * What the big screen plays for a change of the table. A screen that has just come hears nothing of the past.
 * What is shown for a while has its sound where it is shown: arrivals, countdowns, moments, the ending, the podium.
 */
export function soundsOf(before: Heard, now: Heard): readonly Sound[] {
  const [old, room] = [before.room, now.room];
  if (!old || !room) return [];
  const sounds: Sound[] = [];
  if (room.stage === "playing" && old.stage !== "playing") sounds.push("begin");
  if (room.stage !== "lobby" && arrivals(old, room).length > 0) sounds.push("arrive");
  if (isNewer(old, room, ({ ready }) => ready)) sounds.push("tick");
  if (isNewer(old, room, ({ vote }) => vote)) sounds.push("knock");
  if (room.elected && !old.elected) sounds.push("raise");
  if (room.stage === "playing" && old.stage === "playing") {
    if (room.paused && !old.paused) sounds.push("pause");
    if (!room.paused && old.paused) sounds.push("resume");
  }
  if (now.reaction !== null && now.reaction !== before.reaction) sounds.push("pop");
  return sounds;
}

/** Who sits at the table now and did not before. */
export function arrivals(before: Room, now: Room): Room["players"] {
  return now.players.filter(({ id }) => !before.players.some((player) => player.id === id));
}

/** Whether a player who was there before has now said something else, and not only taken it back. */
function isNewer(
  before: Room,
  now: Room,
  said: (player: Room["players"][number]) => string | boolean | null,
): boolean {
  return now.players.some((player) => {
    const old = before.players.find(({ id }) => id === player.id);
    return old !== undefined && Boolean(said(player)) && said(player) !== said(old);
  });
}
