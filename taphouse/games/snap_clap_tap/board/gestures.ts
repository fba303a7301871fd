/** The fields of a pointer event that the gestures need. */
export interface Touch {
  pointerId: number;
  clientX: number;
  clientY: number;
  /** In milliseconds on the page's clock. */
  timeStamp: number;
}

const FAR = 14; // pixels
const QUICK = 400; // ms
const TOGETHER = 120; // ms: two fingers never fall at the very same moment

/** Recognises a finger that falls and darts away, like a snap. */
export class Flick {
  #fallen = new Map<number, Touch>();

  down(touch: Touch): void {
    this.#fallen.set(touch.pointerId, touch);
  }

  /** Whether the finger has darted away with this move. One finger snaps once. */
  moved(touch: Touch): boolean {
    const from = this.#fallen.get(touch.pointerId);
    if (!from || touch.timeStamp - from.timeStamp > QUICK) return false;
    if (Math.hypot(touch.clientX - from.clientX, touch.clientY - from.clientY) < FAR) return false;
    return this.lifted(touch);
  }

  /** Whether the finger was down and had not snapped. Then lifting it snaps. */
  lifted(touch: Touch): boolean {
    return this.#fallen.delete(touch.pointerId);
  }
}

/** Recognises two fingers that fall at once, like a clap. */
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
