import { untrack } from "svelte";

import { FilmClock, type Mark, FilmTimeline, type Speed, SPEEDS, type TimeBasis } from "./film";
import type { Film } from "$base/wire";

/** Plays a film, pauses it and seeks in it. */
export class Playback {
  readonly film: Film;
  readonly timeline: FilmTimeline;
  basis = $state<TimeBasis>("judged");
  playing = $state(false);
  speed = $state<Speed>(1);
  /** The film's time, in microseconds. */
  time = $state(0);
  /** The index of the frame that is shown. */
  frame = $state(0);
  /** The news since the frame shown before if this one follows it, else empty; a new array each time. */
  news = $state.raw<readonly unknown[]>([]);
  /** Counts how often the film jumped; each time the table starts again, and tells nothing of what was skipped. */
  jumps = $state(0);

  length = $derived.by(() => this.timeline.length(this.basis));
  shown = $derived.by(() => this.timeline.frames[this.frame]);

  #clock = new FilmClock();

  constructor(film: Film) {
    this.film = film;
    this.timeline = new FilmTimeline(film);
  }

  /** Updates the frame from the clock while the film plays. Call it once, from a component. */
  follow(): void {
    $effect(() => {
      if (!this.playing) return;
      let request = 0;
      const tick = () => {
        request = requestAnimationFrame(tick);
        this.#tick();
      };
      request = requestAnimationFrame(tick);
      return () => cancelAnimationFrame(request);
    });
  }

  now = (): number => Math.round(this.#clock.read(performance.now()));

  toggle = (): void => {
    if (this.playing) this.pause();
    else this.play();
  };

  play(): void {
    if (this.time >= this.length) this.seek(0);
    this.#clock.play(performance.now());
    this.playing = true;
  }

  pause(): void {
    this.#clock.pause(performance.now());
    this.playing = false;
  }

  setSpeed(speed: Speed): void {
    this.#clock.setSpeed(speed, performance.now());
    this.speed = speed;
  }

  faster(by: 1 | -1): void {
    const next = SPEEDS[SPEEDS.indexOf(this.speed) + by];
    if (next !== undefined) this.setSpeed(next);
  }

  seek(time: number): void {
    const to = Math.min(Math.max(0, time), this.length);
    this.#clock.seek(to, performance.now());
    this.time = to;
    this.#show(this.timeline.frameAt(to, this.basis), false);
  }

  /** Goes to the frame before or after and pauses there. */
  step(by: 1 | -1): void {
    const to = this.frame + by;
    if (to < 0 || to >= this.timeline.frames.length) return;
    this.#stopAt(to);
  }

  jump(mark: Mark): void {
    this.#stopAt(mark.frame);
  }

  /** Keeps the frame and changes which times the film uses. */
  setBasis(basis: TimeBasis): void {
    if (basis === this.basis) return;
    this.basis = basis;
    this.time = this.timeline.when(this.frame, basis);
    this.#clock.seek(this.time, performance.now());
  }

  /** Continues at another playback's frame, speed and state. */
  continueFrom(other: Playback): void {
    this.setSpeed(other.speed);
    this.basis = other.basis;
    const same = this.timeline.frameAt(other.shown?.at ?? 0, "judged"); // each seat's film has its own seen times
    this.seek(this.basis === "judged" ? other.time : this.timeline.when(same, "seen"));
    if (other.playing) this.play();
  }

  /** Shows its own film at another playback's time. Call it in an effect. */
  mirror(other: Playback): void {
    const { time, basis, playing, speed } = other;
    untrack(() => {
      this.basis = basis;
      this.speed = speed;
      this.playing = playing;
      this.time = time;
      this.#clock.seek(time, performance.now());
      this.#show(this.timeline.frameAt(time, basis), playing);
    });
  }

  #stopAt(frame: number): void {
    this.pause();
    this.time = this.timeline.when(frame, this.basis);
    this.#clock.seek(this.time, performance.now());
    this.#show(frame, frame === this.frame + 1);
  }

  #tick(): void {
    this.time = Math.min(this.#clock.read(performance.now()), this.length);
    this.#show(this.timeline.frameAt(this.time, this.basis), true);
    if (this.time >= this.length) this.pause();
  }

  #show(frame: number, follows: boolean): void {
    if (frame === this.frame) return;
    if (frame < this.frame || !follows) this.jumps++;
    this.news = follows ? this.timeline.news(this.frame, frame) : [];
    this.frame = frame;
  }
}
