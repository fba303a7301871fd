import { PlayClock } from "./clock";
import type { Up, Update } from "./wire";

/** What of the browser a fair tap needs. Tests bring their own. */
export interface Browser {
  /** Milliseconds on the page's clock. */
  now: () => number;
  frame: (painted: (at: number) => void) => void;
  /** Runs once after so many milliseconds; returns how to call it off. */
  later: (run: () => void, ms: number) => () => void;
}

export const browser: Browser = {
  now: () => performance.now(),
  frame: (painted) => void requestAnimationFrame(painted),
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const FRAME = 16.7;
const STALL = 50; // a longer frame may have hidden what others saw
const RECOVERY = 1000;
const MARGIN = 12_000; // input may still be queued in the browser: a beat says less than the clock
const BEAT = 20;

const micros = (ms: number) => Math.round(ms * 1000);

/** Reports what this screen painted and when fingers fell on it, so that the house can judge by response. */
export class FairLine {
  readonly clock = new PlayClock();
  #send: (message: Up) => void;
  #onArmed: (armed: boolean) => void;
  #browser: Browser;
  #drawn: number | null = null;
  #painted: number | null = null;
  #race: Update["race"] = null;
  #frame = FRAME;
  #lastFrame: number | null = null;
  #looping = false;
  #stalledAt: number | null = null;
  #silence: (() => void) | null = null;
  #stopped = false;

  constructor(send: (message: Up) => void, armed: (armed: boolean) => void, real: Browser = browser) {
    this.#send = send;
    this.#onArmed = armed;
    this.#browser = real;
  }

  /** An update was drawn; the next frame paints it. */
  drawn(update: Update): void {
    if (this.#painted === null) this.clock.set(update.at, this.#browser.now());
    this.#drawn = update.n;
    this.#race = update.race;
    this.#browser.frame((at) => {
      if (this.#stopped || this.#drawn !== update.n) return; // a later one was painted instead
      const seen = at + this.#frame;
      this.#painted = update.n;
      this.clock.set(update.at, seen);
      this.#send({ type: "painted", n: update.n, at: micros(seen) });
      this.#loop();
      this.#pulse();
    });
  }

  /** A finger fell when the page's clock read `pressed`. */
  tap(act: object, pressed: number): void {
    this.#send({ type: "do", act, n: this.#painted ?? 0, at: micros(pressed) });
  }

  /** The house wants to know once this screen's play clock is past `past`. */
  asked(past: number): void {
    const wait = past + MARGIN - this.clock.read(this.#browser.now());
    if (wait < 0) this.#beat();
    else this.#browser.later(() => this.#beat(), Math.ceil(wait / 1000));
  }

  pause(paused: boolean): void {
    if (paused) this.clock.stop(this.#browser.now());
    else this.clock.go(this.#browser.now());
  }

  now(): number {
    return Math.round(this.clock.read(this.#browser.now()));
  }

  /** The line was lost: what was painted belongs to the old one. */
  forget(): void {
    this.#drawn = null;
    this.#painted = null;
    this.#race = null;
  }

  stop(): void {
    this.#stopped = true;
    this.#race = null;
    this.#silence?.();
  }

  #beat(): void {
    if (this.#painted === null || this.#stopped) return;
    this.#send({ type: "beat", n: this.#painted, at: micros(this.#browser.now()) });
  }

  #pulse(): void {
    if (this.#silence !== null || this.#race !== "reflex") return;
    this.#silence = this.#browser.later(() => {
      this.#silence = null;
      if (this.#race !== "reflex") return;
      this.#beat();
      this.#pulse();
    }, BEAT);
  }

  #loop(): void {
    if (this.#looping || this.#race === null) return;
    this.#looping = true;
    this.#lastFrame = null;
    const step = (at: number) => {
      if (this.#race === null) {
        this.#looping = false;
        this.#arm();
        return;
      }
      if (this.#lastFrame !== null) this.#note(at - this.#lastFrame, at);
      this.#lastFrame = at;
      this.#browser.frame(step);
    };
    this.#browser.frame(step);
  }

  #note(length: number, at: number): void {
    if (length > STALL) {
      this.#stalledAt = at;
      this.#onArmed(false);
    } else {
      this.#frame += (length - this.#frame) / 8;
      if (this.#stalledAt !== null && at - this.#stalledAt > RECOVERY) this.#arm();
    }
  }

  #arm(): void {
    if (this.#stalledAt === null) return;
    this.#stalledAt = null;
    this.#onArmed(true);
  }
}
