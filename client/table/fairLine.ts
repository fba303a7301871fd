import { type Browser, browser } from "./browser";
import { PlayClock } from "./clock";
import { Frames, STALL } from "./frames";
import { BEAT_MARGIN, MAX_FRAME, MIN_FRAME, type Up, type Update } from "$base/wire";

/** Why this screen cannot show updates in time for a race. */
export type Unarmed = "stutters" | "hidden";

export interface FairLineHost {
  send: (message: Up) => void;
  /** Called with null when it can again. */
  unarmed: (why: Unarmed | null) => void;
  /** Milliseconds by which this device was measured to be late; null if it was not measured. */
  lag: () => number | null;
}

const RECOVERY = 1000;
const MARGIN = BEAT_MARGIN + 2_000; // microseconds: input may still be queued in the browser, so a beat commits to less than the clock
const ANSWER = 5; // milliseconds between the first ten beats of a page that was asked,
const ANSWERS = 10;
const ANSWER_LATER = 20; // and between the later ones
const FOLLOWS = 20; // milliseconds from a tap to the beat after it
const MEASURED = 12; // frames before the first race: enough to know how often this screen draws
const NOTICED = 0.1; // a frame rate that changed by less is not reported

const micros = (ms: number) => Math.round(ms * 1000);

/** The event's own time; or now, if the browser times events by another clock. */
export function pressedAt(stamp: number, now: number): number {
  return stamp > now - RECOVERY && stamp <= now ? stamp : now;
}

/** Reports what this screen painted and when it was tapped, so that the server can judge by response. */
export class FairLine {
  readonly clock = new PlayClock();
  #host: FairLineHost;
  #browser: Browser;
  #frames = new Frames();
  #reported: { frame: number; calibrated: boolean } | null = null;
  #drawn: number | null = null;
  #framed: Update | null = null;
  #painted: number | null = null;
  #race: Update["race"] = null;
  #beatInterval: number | null = null;
  #owed: number | null = null;
  #answers = 0;
  #answering = false;
  #watching = false;
  #measured = 0;
  #unarmed: Unarmed | null = null;
  #unarmedAt = 0;
  #hidden = false;
  #cancelBeat: (() => void) | null = null;
  #unwatch: () => void;
  #stopped = false;

  constructor(host: FairLineHost, real: Browser = browser) {
    this.#host = host;
    this.#browser = real;
    this.#unwatch = real.watch((hidden) => this.#hide(hidden));
  }

  /** Reports the device on a new line: the server knows nothing of this screen yet. */
  introduce(): void {
    this.#reported = null;
    this.#reportDevice();
    this.#measured = 0;
    this.#watch();
  }

  /** An update was drawn; the next frame paints it. */
  drawn(update: Update): void {
    if (this.#painted === null) this.clock.set(update.at, this.#browser.now());
    this.#drawn = update.n;
    this.#race = update.race;
    this.#beatInterval = update.beat;
    if (update.race !== null) this.#reportDevice();
    this.#browser.frame((at) => {
      if (this.#drawn !== update.n) return; // this frame paints a later update, and this one with it
      this.#framed = update;
      this.#browser.drawn(() => this.#paint(update, at));
    });
  }

  /** Reports a tap at `pressed` on the page's clock. */
  tap(act: object, pressed: number): void {
    const at = pressedAt(pressed, this.#browser.now());
    this.#host.send({ type: "do", act, n: this.#painted ?? this.#drawn ?? 0, at: micros(at) });
    // TCP finds a lost segment by what follows it. If nothing follows, it waits 200 ms before it sends the tap again.
    if (this.#beatInterval === null) this.#browser.later(() => this.#beat(), FOLLOWS);
  }

  /** Sends beats until this screen's play clock is past `past`. Which moment matters is a secret. */
  asked(past: number): void {
    this.#owed = Math.max(past, this.#owed ?? past);
    this.#answers = 0;
    if (this.#drawn === this.#painted) this.#answer(); // else it would report an update that is no longer shown
  }

  pause(paused: boolean): void {
    if (paused) {
      this.clock.stop(this.#browser.now());
      this.#owed = null; // the clock stands still and never gets past it
    } else this.clock.go(this.#browser.now());
  }

  now(): number {
    return Math.round(this.clock.read(this.#browser.now()));
  }

  /** Forgets what was painted when the line is lost: it belongs to the old line. */
  forget(): void {
    this.#drawn = this.#framed = this.#painted = this.#owed = null;
    this.#race = this.#beatInterval = null;
  }

  stop(): void {
    this.#stopped = true;
    this.forget();
    this.#cancelBeat?.();
    this.#unwatch();
  }

  #paint(update: Update, at: number): void {
    if (this.#stopped || this.#framed !== update) return; // the line was lost meanwhile
    const seen = this.#frames.seen(at, this.#browser.now()) + (this.#host.lag() ?? 0);
    this.#painted = update.n;
    this.clock.set(update.at, seen);
    this.#host.send({ type: "painted", n: update.n, at: micros(seen) });
    this.#watch();
    this.#scheduleBeat();
    this.#answer();
  }

  #answer(): void {
    if (this.#owed === null || this.#answering) return;
    this.#beat();
    if (this.clock.read(this.#browser.now()) > this.#owed + MARGIN) {
      this.#owed = null;
      return;
    }
    this.#answering = true;
    this.#browser.later(
      () => {
        this.#answering = false;
        this.#answer();
      },
      this.#answers++ < ANSWERS ? ANSWER : ANSWER_LATER,
    );
  }

  /** Sends a beat, unless the page is hidden: its player sees nothing then, so the others need not wait. */
  #beat(): void {
    if (this.#painted === null || this.#stopped || this.#hidden) return;
    this.#host.send({ type: "beat", n: this.#painted, at: micros(this.#browser.now()) });
  }

  #scheduleBeat(): void {
    if (this.#cancelBeat !== null || this.#beatInterval === null) return;
    this.#cancelBeat = this.#browser.later(() => {
      this.#cancelBeat = null;
      if (this.#beatInterval === null) return;
      if (!this.#answering) this.#beat();
      this.#scheduleBeat();
    }, this.#beatInterval / 1000);
  }

  /** Reports the device, unless the server knows it. */
  #reportDevice(): void {
    const frame = Math.min(MAX_FRAME, Math.max(MIN_FRAME, micros(this.#frames.length)));
    const calibrated = this.#host.lag() !== null;
    const reported = this.#reported;
    if (reported?.calibrated === calibrated && Math.abs(frame / reported.frame - 1) < NOTICED) return;
    this.#reported = { frame, calibrated };
    this.#host.send({ type: "device", frame, calibrated });
  }

  /** Watches the frames during a race, and for a moment at the beginning. */
  #watch(): void {
    if (this.#watching || !this.#isWorthWatching()) return;
    this.#watching = true;
    let last: number | null = null;
    const step = (at: number) => {
      if (last !== null) this.#note(at - last, at);
      last = at;
      if (this.#isWorthWatching()) {
        this.#browser.frame(step);
        return;
      }
      this.#watching = false;
      if (this.#unarmed === "stutters") this.#arm();
      if (!this.#stopped) this.#reportDevice();
    };
    this.#browser.frame(step);
  }

  #isWorthWatching(): boolean {
    return !this.#stopped && (this.#race !== null || this.#measured < MEASURED);
  }

  #note(length: number, at: number): void {
    this.#measured++;
    this.#frames.note(length);
    if (length > STALL) {
      if (this.#race !== null && this.#unarmed !== "hidden") this.#disarm("stutters", at);
    } else if (this.#unarmed !== null && at - this.#unarmedAt > RECOVERY) this.#arm();
  }

  #hide(hidden: boolean): void {
    this.#hidden = hidden;
    this.#disarm("hidden", this.#browser.now());
    if (!hidden) this.#browser.later(() => this.#arm(), RECOVERY);
  }

  #disarm(why: Unarmed, at: number): void {
    this.#unarmedAt = at;
    if (this.#unarmed === why) return;
    this.#unarmed = why;
    this.#host.unarmed(why);
  }

  #arm(): void {
    if (this.#unarmed === null || this.#hidden || this.#stopped) return;
    this.#unarmed = null;
    this.#host.unarmed(null);
  }
}
