import { STALE_AFTER } from "./moments";
import type { Finish } from "./types";

/** The photo finishes that were not told yet. */
export class Unseen<Each extends Finish> {
  #waiting = new Map<number, number>(); // number of the photo finish → when it came
  #last: number | null = null;

  /** Notes what is new, and takes it out once the race is over: the closest first. */
  take(finishes: readonly Each[], isOver: boolean, now: number): readonly Each[] {
    const newest = Math.max(-1, ...finishes.map(({ number }) => number));
    const last = this.#last ?? newest; // a screen that has just come knows what was before
    this.#last = newest;
    for (const { number } of finishes) if (number > last) this.#waiting.set(number, now);
    if (!isOver) return [];
    const taken = finishes.filter(
      ({ number }) => now - (this.#waiting.get(number) ?? -Infinity) < STALE_AFTER,
    );
    this.#waiting.clear();
    return taken.toSorted((a, b) => Math.abs(a.gap) - Math.abs(b.gap));
  }
}
