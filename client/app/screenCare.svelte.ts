const STEP = 60_000; // milliseconds until everything moves by a few pixels
const STILL = 10 * 60_000; // after so long without a change the screen dims
const RADIUS = 6; // pixels of the stage
const PLACES = 8; // on the circle on which the picture wanders

/** Keeps a picture from burning into a TV: it wanders a little, and dims while nothing happens. */
export class ScreenCare {
  drift = $state.raw({ x: 0, y: 0 });
  isDim = $state(false);
  #steps = 0;
  #changed = 0;

  /** Returns how to stop. */
  watch(stage: HTMLElement): () => void {
    const awake = () => {
      this.#changed = performance.now();
      this.isDim = false;
    };
    awake();
    const step = () => {
      const angle = (2 * Math.PI * this.#steps++) / PLACES;
      this.drift = { x: Math.round(RADIUS * Math.cos(angle)), y: Math.round(RADIUS * Math.sin(angle)) };
      this.isDim = performance.now() - this.#changed >= STILL;
    };
    const moving = setInterval(step, STEP);
    const changes = new MutationObserver(awake);
    changes.observe(stage, { childList: true, characterData: true, subtree: true });
    const presses = ["keydown", "pointerdown", "pointermove"] as const;
    for (const press of presses) addEventListener(press, awake);
    return () => {
      clearInterval(moving);
      changes.disconnect();
      for (const press of presses) removeEventListener(press, awake);
    };
  }
}
