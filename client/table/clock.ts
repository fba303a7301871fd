/** Play time on this screen, in microseconds, counted from the last moment that was set. */
export class PlayClock {
  #play = 0;
  #real = 0;
  #stopped = true;

  /** Play time was `play` when the page's clock read `real` milliseconds. */
  set(play: number, real: number): void {
    this.#play = play;
    this.#real = real;
  }

  stop(real: number): void {
    this.set(this.read(real), real);
    this.#stopped = true;
  }

  go(real: number): void {
    if (this.#stopped) this.#real = Math.max(real, this.#real);
    this.#stopped = false;
  }

  read(real: number): number {
    return this.#stopped ? this.#play : this.#play + Math.max(0, real - this.#real) * 1000;
  }
}
