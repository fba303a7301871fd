import { store, stored } from "$base/storage";

const FIRST = 2;

/** The first rounds of a game on this device, in which its board shows hints on the pieces. */
export class FirstRounds {
  #key: string;
  #played = $state(0);

  constructor(game: string) {
    this.#key = `rounds.${game}`;
    this.#played = Number(stored(this.#key)) || 0;
  }

  isNow = $derived(this.#played < FIRST);

  /** Call it at the end of each round. */
  end = (): void => {
    if (!this.isNow) return;
    this.#played += 1;
    store(this.#key, String(this.#played));
  };
}
