import { untrack } from "svelte";

import { FilmClock, type Mark, Reel, type Speed, SPEEDS, type Told } from "./film";
import type { Film } from "$base/wire";

/** Plays a film, pauses it and seeks in it. */
export class Projector {
  readonly film: Film;
  readonly reel: Reel;
  told = $state<Told>("judged");
  playing = $state(false);
  speed = $state<Speed>(1);
  /** The film's time, in microseconds. */
  time = $state(0);
  picture = $state(0);
  /** The news since the picture shown before if this one follows it, else empty; a new array each time. */
  news = $state.raw<readonly unknown[]>([]);
  /** Counts how often the film went back; each time, moving pieces on the table start again. */
  turned = $state(0);

  length = $derived.by(() => this.reel.length(this.told));
  shown = $derived.by(() => this.reel.pictures[this.picture]);

  #clock = new FilmClock();

  constructor(film: Film) {
    this.film = film;
    this.reel = new Reel(film);
  }

  /** Updates the picture from the clock while the film plays. Call it once, from a component. */
  follow(): void {
    $effect(() => {
      if (!this.playing) return;
      let frame = 0;
      const tick = () => {
        frame = requestAnimationFrame(tick);
        this.#tick();
      };
      frame = requestAnimationFrame(tick);
      return () => cancelAnimationFrame(frame);
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
    this.#show(this.reel.pictureAt(to, this.told), false);
  }

  /** Goes to the picture before or after and pauses there. */
  step(by: 1 | -1): void {
    const to = this.picture + by;
    if (to < 0 || to >= this.reel.pictures.length) return;
    this.#stopAt(to);
  }

  jump(mark: Mark): void {
    this.#stopAt(mark.picture);
  }

  /** Keeps the picture and changes which times the film uses. */
  tell(told: Told): void {
    if (told === this.told) return;
    this.told = told;
    this.time = this.reel.when(this.picture, told);
    this.#clock.seek(this.time, performance.now());
  }

  /** Continues at another projector's picture, speed and state. */
  goOnFrom(other: Projector): void {
    this.setSpeed(other.speed);
    this.told = other.told;
    const same = this.reel.pictureAt(other.shown?.at ?? 0, "judged"); // each seat's film has its own seen times
    this.seek(this.told === "judged" ? other.time : this.reel.when(same, "seen"));
    if (other.playing) this.play();
  }

  /** Shows its own film at another projector's time. Call it in an effect. */
  mirror(other: Projector): void {
    const { time, told, playing, speed } = other;
    untrack(() => {
      this.told = told;
      this.speed = speed;
      this.playing = playing;
      this.time = time;
      this.#clock.seek(time, performance.now());
      this.#show(this.reel.pictureAt(time, told), playing);
    });
  }

  #stopAt(picture: number): void {
    this.pause();
    this.time = this.reel.when(picture, this.told);
    this.#clock.seek(this.time, performance.now());
    this.#show(picture, picture === this.picture + 1);
  }

  #tick(): void {
    this.time = Math.min(this.#clock.read(performance.now()), this.length);
    this.#show(this.reel.pictureAt(this.time, this.told), true);
    if (this.time >= this.length) this.pause();
  }

  #show(picture: number, follows: boolean): void {
    if (picture === this.picture) return;
    if (picture < this.picture) this.turned++;
    this.news = follows ? this.reel.news(this.picture, picture) : [];
    this.picture = picture;
  }
}
