import { FLASHES, PERIOD } from "./calibration";
import { Frames } from "./frames";

const FIRST = 1200; // milliseconds for the player to place a finger

/** Shows a steady beat and records when each flash was seen. */
export class Metronome {
  readonly flashes: readonly number[];
  #frames = new Frames();
  #frame: number;
  #last: number | null = null;

  /** `draw` gets the number of passed beats, with its fraction, at the time when the frame is visible. */
  constructor(draw: (beats: number) => void, over: () => void) {
    const start = performance.now() + FIRST;
    this.flashes = Array.from({ length: FLASHES }, (_, beat) => start + beat * PERIOD);
    const step = (at: number) => {
      if (this.#last !== null) this.#frames.note(at - this.#last);
      this.#last = at;
      const beats = (this.#frames.seen(at, at) - start) / PERIOD;
      draw(beats);
      if (beats < FLASHES) this.#frame = requestAnimationFrame(step);
      else over();
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}
