import { number } from "$base/phrase";
import { minutesAndSeconds } from "$base/sentences";
import type { Film, Finish, Frame } from "$base/wire";
import { language } from "$base/words.svelte";

export const SPEEDS = [1 / 20, 1 / 10, 1 / 4, 1 / 2, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** A film's times. "judged": the time at which an event counts. "seen": when the player's own screen had painted it. */
export type Told = "judged" | "seen";

/** A frame with its whole view, merged from this frame's changes and all earlier ones. */
export interface Picture extends Frame {
  view: Record<string, unknown>;
  /** Every photo finish up to this picture. */
  finishes: readonly Finish[];
}

/** A contested tap: several players tapped for the same thing. */
export interface Mark {
  finish: Finish;
  /** Index of the picture that shows it first. */
  picture: number;
}

const LAST = 1_500_000; // microseconds for which the last picture stays

/** A film's pictures and contested taps, found by time. */
export class Reel {
  readonly pictures: readonly Picture[];
  readonly marks: readonly Mark[];

  constructor(film: Film) {
    let view = {};
    let finishes: readonly Finish[] = [];
    const marks = new Map<string, Mark>();
    this.pictures = film.frames.map((frame, picture) => {
      view = { ...view, ...frame.view };
      for (const finish of frame.finishes) {
        finishes = [...finishes.filter((old) => old.thing !== finish.thing), finish];
        marks.set(finish.thing, { finish, picture: marks.get(finish.thing)?.picture ?? picture });
      }
      return { ...frame, view, finishes };
    });
    this.marks = [...marks.values()];
  }

  length(told: Told): number {
    return this.when(this.pictures.length - 1, told) + LAST;
  }

  /** The time of a picture, in microseconds. */
  when(picture: number, told: Told): number {
    const found = this.pictures[picture];
    return (told === "judged" ? found?.at : found?.seen) ?? 0;
  }

  /** The index of the picture shown at a time. */
  pictureAt(time: number, told: Told): number {
    let low = 0;
    let high = this.pictures.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.when(middle, told) <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The news of all pictures after one picture, up to a later one. */
  news(after: number, upTo: number): readonly unknown[] {
    return this.pictures.slice(after + 1, upTo + 1).flatMap((picture) => picture.news);
  }

  /** The nearest contested tap before or after a picture. */
  neighbour(picture: number, way: 1 | -1): Mark | undefined {
    return way > 0
      ? this.marks.find((mark) => mark.picture > picture)
      : this.marks.findLast((mark) => mark.picture < picture);
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
