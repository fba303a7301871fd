/** What of a finger its gestures need. */
export interface Touch {
  pointerId: number;
  clientX: number;
  clientY: number;
  /** Milliseconds on the page's clock. */
  timeStamp: number;
}

const FAR = 14; // pixels
const QUICK = 400; // ms
const TOGETHER = 120; // ms: two fingers never fall at the very same moment

/** A finger that falls and darts away, as fingers do when they snap. */
export class Flick {
  #fallen = new Map<number, Touch>();

  down(touch: Touch): void {
    this.#fallen.set(touch.pointerId, touch);
  }

  /** Whether it has darted away just now. One finger snaps once. */
  moved(touch: Touch): boolean {
    const from = this.#fallen.get(touch.pointerId);
    if (!from || touch.timeStamp - from.timeStamp > QUICK) return false;
    if (Math.hypot(touch.clientX - from.clientX, touch.clientY - from.clientY) < FAR) return false;
    return this.lifted(touch);
  }

  /** Whether it was still on the pad, unsnapped: then letting go snaps. */
  lifted(touch: Touch): boolean {
    return this.#fallen.delete(touch.pointerId);
  }
}

/** Two fingers that fall at once, as hands do when they clap. */
export class TwoFingers {
  #last: Touch | null = null;

  /** Whether this finger is the second of two. */
  down(touch: Touch): boolean {
    const first = this.#last;
    const paired =
      first !== null && first.pointerId !== touch.pointerId && touch.timeStamp - first.timeStamp <= TOGETHER;
    this.#last = paired ? null : touch;
    return paired;
  }

  lifted(touch: Touch): void {
    if (this.#last?.pointerId === touch.pointerId) this.#last = null;
  }
}
