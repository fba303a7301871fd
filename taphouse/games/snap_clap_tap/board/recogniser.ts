import type { Sensitivity } from "$board";

import type { Action } from "../wire";
import { ACTIONS } from "./cards";

/** A sound as the loudness of a few bands, low to high, in decibels around their mean, so that volume does not matter. */
export type Timbre = readonly number[];

const BANDS = 8;
const LOWEST = 150; // Hz
const HIGHEST = 12_000;
const SILENCE = -100; // dB
export const SAMPLES = 3; // samples of each gesture
const STRANGE = 10; // dB: a sound farther than this from every learned sound is some other noise

/** `spectrum` has the decibels of equally wide slices from 0 Hz up to half of `rate`. */
export function timbre(spectrum: Float32Array, rate: number): Timbre {
  const width = rate / 2 / spectrum.length;
  const edge = (band: number) => Math.round((LOWEST * (HIGHEST / LOWEST) ** (band / BANDS)) / width);
  const loudness = Array.from({ length: BANDS }, (_, band) => {
    const slices = spectrum.subarray(edge(band), Math.max(edge(band) + 1, edge(band + 1)));
    const power = slices.reduce((sum, decibels) => sum + 10 ** (Math.max(SILENCE, decibels) / 10), 0);
    return 10 * Math.log10(power / slices.length);
  });
  const mean = loudness.reduce((sum, each) => sum + each, 0) / BANDS;
  return loudness.map((each) => each - mean);
}

/** Learns the sound of the player's snaps, claps and knocks, and recognises them. */
export class GestureRecogniser {
  #learned: Record<Action, readonly Timbre[]> = { snap: [], clap: [], tap: [] };

  /** The gesture to learn next. `null`: it knows enough of each. */
  get next(): Action | null {
    return ACTIONS.find((action) => this.samples(action) < SAMPLES) ?? null;
  }

  /** The number of samples of a gesture. */
  samples(action: Action): number {
    return this.#learned[action].length;
  }

  learn(action: Action, sound: Timbre): void {
    this.#learned = { ...this.#learned, [action]: [...this.#learned[action], sound] };
  }

  /** Returns the gesture that sounds most like `sound`, or `null` if none is near. */
  recognise(sound: Timbre): Action | null {
    const near = ACTIONS.map((action) => ({
      action,
      away: Math.min(...this.#learned[action].map((known) => distance(known, sound))),
    })).sort((a, b) => a.away - b.away)[0];
    return near && near.away <= STRANGE ? near.action : null;
  }
}

function distance(a: Timbre, b: Timbre): number {
  return Math.sqrt(a.reduce((sum, each, i) => sum + (each - (b[i] ?? 0)) ** 2, 0) / a.length);
}

/** The sensitivity that separates a gesture from the noise of a room. */
export const GESTURES: Sensitivity = { every: 8, sudden: 5, audible: 0.02, rest: 220, learnsAlways: false };
