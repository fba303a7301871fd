import type { Sound } from "$base/sound";
import type { Room } from "$base/wire";

/** What the big screen knew at one moment. */
export interface Heard {
  room: Room | null;
  /** The photo finishes so far. */
  finishes: number;
  /** The newest reaction. */
  reaction: number | null;
}

/** A sound, and how many seconds later it begins. */
export type Cue = readonly [sound: Sound, delay: number];

const ROLL = 1.6; // seconds: the drum roll before the winner

/** What the big screen plays for a change of the table. A screen that has just come hears nothing of the past. */
export function cuesOf(before: Heard, now: Heard): readonly Cue[] {
  const [old, room] = [before.room, now.room];
  if (!old || !room) return [];
  const cues: Cue[] = [];
  if (room.stage === "playing" && old.stage !== "playing") cues.push(["begin", 0]);
  const ended = room.stage === "over" || room.stage === "podium";
  if (ended && old.stage !== room.stage) cues.push(["drumroll", 0], ["cheer", ROLL]);
  if (arrivals(old, room).length > 0) cues.push(["arrive", 0]);
  if (isNewer(old, room, ({ ready }) => ready)) cues.push(["tick", 0]);
  if (isNewer(old, room, ({ vote }) => vote)) cues.push(["knock", 0]);
  if (room.elected && !old.elected) cues.push(["raise", 0]);
  if (room.stage === "playing" && old.stage === "playing") {
    if (room.paused && !old.paused) cues.push(["pause", 0]);
    if (!room.paused && old.paused) cues.push(["resume", 0]);
    if (now.finishes > before.finishes) cues.push(["verdict", 0]);
  }
  if (now.reaction !== null && now.reaction !== before.reaction) cues.push(["pop", 0]);
  return cues;
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
