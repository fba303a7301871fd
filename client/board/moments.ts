import type { Sound } from "$base/sound";

/** Something that the whole room should notice, with its consequence. */
export interface Moment {
  /** `mine`: it happened to the viewer, or they did it; it is shown before those of the others. */
  rank: "mine" | "room";
  /** A few words in large letters. */
  shout: string;
  /** The consequence. */
  line: string;
  /** The thing that it is about, as the board's `piece` draws it. */
  piece?: string | undefined;
  /** The seat that loses the thing, and the one that gets it: it flies between them. */
  from?: number;
  to?: number;
  /** How a race or a turn ended, and the seat that it names: it fills the big screen. */
  verdict?: { who: number | null };
  /** The photo finishes that belong to it. */
  photos?: readonly Photo[];
  sound: Sound;
}

/** A photo finish as a moment tells it. */
export interface Photo {
  /** The seat that it names; null if it names nobody. */
  who: number | null;
  /** What was raced for; empty if the game has one thing to race for. */
  of: string;
  /** The same as a thing that the board's `piece` draws. */
  piece?: string | undefined;
  headline: string;
  /** The time of the seat that it names; empty if only gaps mean something. */
  time: string;
  /** The gap, the measuring error, and what it means; empty if the race was not close. */
  proof: string;
}

/** The rank of a moment for the viewer, by the seats that it is about. */
export const rankFor = (viewer: number | null, ...about: readonly (number | null)[]): Moment["rank"] =>
  viewer !== null && about.includes(viewer) ? "mine" : "room";

/** How long a moment is shown, in milliseconds. */
export const SHOWN_FOR = 1800;
/** A moment that has waited this long is no longer news, in milliseconds. */
export const STALE_AFTER = 8000;

/** The moments with the photo finishes of the race that they end; a verdict of its own if none of them is one. */
export function withPhotos(
  moments: readonly Moment[],
  photos: readonly Photo[],
  viewer: number | null,
): readonly Moment[] {
  const [photo] = photos;
  if (!photo) return moments;
  const verdict = moments.find((moment) => moment.verdict);
  if (verdict) return moments.map((moment) => (moment === verdict ? { ...moment, photos } : moment));
  const rank = rankFor(viewer, photo.who);
  const isTold = viewer !== null && rank === "room"; // a player's own screen shows the races of others anyway
  const { who, headline: shout, piece } = photo;
  return isTold
    ? moments
    : [{ rank, shout, line: "", piece, verdict: { who }, photos, sound: "verdict" }, ...moments];
}

interface Waiting {
  moment: Moment;
  since: number;
  /** Whether a race began since. */
  isOld?: boolean;
}

/** Moments that are shown one after the other. */
export interface Queue {
  shown: Moment | null;
  /** When it was first shown. */
  since: number;
  waiting: readonly Waiting[];
}

export const EMPTY: Queue = { shown: null, since: 0, waiting: [] };

/**
 * Adds moments: the viewer's own come first, and interrupt one of the room. The verdict on a race takes the place of an
 * older one that still waits: the board tells the newest.
 */
export function added(queue: Queue, moments: readonly Moment[], now: number): Queue {
  const fresh = moments.map((moment) => ({ moment, since: now }));
  const interrupted =
    queue.shown?.rank === "room" && moments.some(({ rank }) => rank === "mine") ? [queue.shown] : [];
  const decides = moments.some(({ verdict }) => verdict);
  const kept = queue.waiting.filter(({ moment, isOld }) => !(decides && isOld && moment.verdict));
  const all = [...interrupted.map((moment) => ({ moment, since: now })), ...kept, ...fresh];
  const waiting = [...all.filter(isMine), ...all.filter((each) => !isMine(each))];
  return advanced({ ...queue, shown: interrupted.length > 0 ? null : queue.shown, waiting }, now);
}

/** The queue at `now`: a moment that was shown long enough makes room for the next. */
export function advanced(queue: Queue, now: number): Queue {
  if (queue.shown && now - queue.since < SHOWN_FOR) return queue;
  const [next, ...waiting] = queue.waiting.filter(({ since }) => now - since < STALE_AFTER);
  return { shown: next?.moment ?? null, since: now, waiting };
}

/** The queue when a race begins: a moment that was hardly seen waits for its end. */
export function interrupted(queue: Queue, now: number): Queue {
  const wasSeen = now - queue.since >= SHOWN_FOR / 2;
  const again = queue.shown && !wasSeen ? [{ moment: queue.shown, since: queue.since }] : [];
  const waiting = [...again, ...queue.waiting].map((each) => ({ ...each, isOld: true }));
  return { shown: null, since: now, waiting };
}

const isMine = ({ moment }: Waiting) => moment.rank === "mine";
