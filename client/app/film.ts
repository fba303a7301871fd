import type { Film, Finish, Frame } from "$base/wire";

export const SPEEDS = [1 / 20, 1 / 10, 1 / 4, 1 / 2, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** "judged": at the time each thing counts. "seen": when the player's own screen had painted it. */
export type Told = "judged" | "seen";

/** A whole view again, put together from the changes before it. */
export interface Picture extends Frame {
  view: Record<string, unknown>;
  /** Every photo finish so far. */
  finishes: readonly Finish[];
}

/** A tap that several fingers were after. */
export interface Mark {
  finish: Finish;
  /** The picture in which it was first shown. */
  picture: number;
}

const LAST = 1_500_000; // the last picture stays so long, in microseconds

/** A film on its reel: what there is to see at any moment. */
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

  /** When a picture is shown. */
  when(picture: number, told: Told): number {
    const found = this.pictures[picture];
    return (told === "judged" ? found?.at : found?.seen) ?? 0;
  }

  /** Which picture is to be seen at a moment. */
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

  /** What is new from one picture to a later one. */
  news(after: number, upTo: number): readonly unknown[] {
    return this.pictures.slice(after + 1, upTo + 1).flatMap((picture) => picture.news);
  }

  /** The contested tap before or after a picture. */
  neighbour(picture: number, way: 1 | -1): Mark | undefined {
    return way > 0
      ? this.marks.find((mark) => mark.picture > picture)
      : this.marks.findLast((mark) => mark.picture < picture);
  }
}

/** The moment of a film, in microseconds, while the page's clock goes on in milliseconds. */
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

  /** From here on; the moment stays. */
  setSpeed(speed: Speed, real: number): void {
    this.seek(this.read(real), real);
    this.#speed = speed;
  }
}

/** 83 seconds are 1:23. */
export function minutes(micros: number): string {
  const seconds = Math.floor(micros / 1e6);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** As it is printed: 1/20, 1/2, 2. */
export function speedName(speed: Speed): string {
  return speed < 1 ? `1/${Math.round(1 / speed)}` : String(speed);
}
