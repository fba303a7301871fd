import { number } from "$base/phrase";
import { minutesAndSeconds } from "$base/sentences";
import type { Film, Finish, Frame } from "$base/wire";
import { language } from "$base/words.svelte";

export const SPEEDS = [1 / 20, 1 / 10, 1 / 4, 1 / 2, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** A film's times. "judged": the time at which an event counts. "seen": when the player's own screen had painted it. */
export type TimeBasis = "judged" | "seen";

/** A frame with its whole view, merged from this frame's changes and all earlier ones. */
export interface FullFrame extends Frame {
  view: Record<string, unknown>;
  /** Every photo finish up to this frame. */
  finishes: readonly Finish[];
}

/** A contest: several players tapped for the same. */
export interface Mark {
  finish: Finish;
  /** Index of the frame that shows it first. */
  frame: number;
}

const LAST = 1_500_000; // microseconds for which the last frame stays

/** A film's frames and contests, found by time. */
export class FilmTimeline {
  readonly frames: readonly FullFrame[];
  readonly marks: readonly Mark[];

  constructor(film: Film) {
    let view = {};
    let finishes: readonly Finish[] = [];
    const marks = new Map<number, Mark>();
    this.frames = film.frames.map((frame, index) => {
      view = { ...view, ...frame.view };
      for (const finish of frame.finishes) {
        finishes = [...finishes.filter((old) => old.number !== finish.number), finish];
        marks.set(finish.number, { finish, frame: marks.get(finish.number)?.frame ?? index });
      }
      return { ...frame, view, finishes };
    });
    this.marks = [...marks.values()];
  }

  length(basis: TimeBasis): number {
    return this.when(this.frames.length - 1, basis) + LAST;
  }

  /** The time of a frame, in microseconds. */
  when(frame: number, basis: TimeBasis): number {
    const found = this.frames[frame];
    return (basis === "judged" ? found?.at : found?.seen) ?? 0;
  }

  /** The index of the frame shown at a time. */
  frameAt(time: number, basis: TimeBasis): number {
    let low = 0;
    let high = this.frames.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.when(middle, basis) <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The news of all frames after one frame, up to a later one. */
  news(after: number, upTo: number): readonly unknown[] {
    return this.frames.slice(after + 1, upTo + 1).flatMap((frame) => frame.news);
  }

  /** The nearest contest before or after a frame. */
  neighbour(frame: number, way: 1 | -1): Mark | undefined {
    return way > 0
      ? this.marks.find((mark) => mark.frame > frame)
      : this.marks.findLast((mark) => mark.frame < frame);
  }
}

/** Holds a film's time in microseconds; `real` is the page's clock in milliseconds. */
export class FilmClock {
  #time = 0;
  #real = 0;
  #playing = false;
  #speed: Speed = 1;

  get playing(): boolean {
    return this.#playing;
  }

  get speed(): Speed {
    return this.#speed;
  }

  read(real: number): number {
    return this.#playing ? this.#time + Math.max(0, real - this.#real) * 1000 * this.#speed : this.#time;
  }

  seek(time: number, real: number): void {
    this.#time = Math.max(0, time);
    this.#real = real;
  }

  play(real: number): void {
    this.seek(this.read(real), real);
    this.#playing = true;
  }

  pause(real: number): void {
    this.seek(this.read(real), real);
    this.#playing = false;
  }

  /** Changes the speed from now on and keeps the film's time. */
  setSpeed(speed: Speed, real: number): void {
    this.seek(this.read(real), real);
    this.#speed = speed;
  }
}

/** Formats 83 seconds as 1:23. */
export function minutes(micros: number): string {
  return minutesAndSeconds(Math.floor(micros / 1e6));
}

/** Formats a speed: 1/20, 1/2, 2. */
export function speedName(speed: Speed): string {
  const written = number(speed < 1 ? Math.round(1 / speed) : speed, language.locale);
  return speed < 1 ? `1/${written}` : written;
}
