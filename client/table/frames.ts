/** Milliseconds. During a longer frame this screen may have missed what others saw. */
export const STALL = 50;

const USUAL = 1000 / 60;
const REMEMBERED = 15;

/** How often this screen draws, and when a drawn frame is seen. Milliseconds. */
export class Frames {
  #lengths: number[] = [];

  /** From one frame to the next. The median, since a dropped frame says nothing about the screen. */
  get length(): number {
    const sorted = this.#lengths.toSorted((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? USUAL;
  }

  note(length: number): void {
    if (length <= 0 || length > STALL) return;
    this.#lengths.push(length);
    if (this.#lengths.length > REMEMBERED) this.#lengths.shift();
  }

  /** When a frame that began at `at` and was drawn by `done` is visible: one frame later, or as many as it took. */
  seen(at: number, done: number): number {
    const { length } = this;
    return at + Math.max(1, Math.ceil((done - at) / length)) * length;
  }
}
