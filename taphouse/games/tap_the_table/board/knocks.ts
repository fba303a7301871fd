const SUDDEN = 6; // times as loud as the room
const AUDIBLE = 0.05; // of full scale
const REST = 250; // ms: a knock rings on
const ROOM = 0.05; // how fast the room's own noise is learned

/** Tells a knock from the noise of a room. */
export class Knocks {
  #room = AUDIBLE / SUDDEN;
  #last = -Infinity;

  /** `loudness`: root mean square of the last few milliseconds; `at` in milliseconds. */
  hear(loudness: number, at: number): boolean {
    const sudden = loudness > AUDIBLE && loudness > SUDDEN * this.#room && at - this.#last >= REST;
    if (sudden) this.#last = at;
    this.#room += (loudness - this.#room) * ROOM;
    return sudden;
  }
}
