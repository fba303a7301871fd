/** The measured delay of a device's taps after its pictures, and how much it varies. Milliseconds. */
export interface Measured {
  offset: number;
  spread: number;
}

/** An ordinary offset: some 40 ms of screen and touch, less the 25 ms by which people tap ahead of a beat. */
const USUAL = 15;
/** The largest correction the server's own measurements leave room for. */
const LIMIT = 8;

/**
 * Milliseconds by which this device is later than an ordinary one. Null if that is more than can be corrected:
 * half a correction would be neither the measured delay nor the ordinary one.
 */
export function correction({ offset }: Measured): number | null {
  const lag = offset - USUAL;
  return Math.abs(lag) <= LIMIT ? lag : null;
}

/** Why a measurement failed: too few taps, too uneven, out of time, or a clock that counts in large steps. */
export type Unmeasured = "few" | "uneven" | "astray" | "coarse";

export const PERIOD = 700;
export const FLASHES = 40;
/** First flashes, by which the player finds the rhythm; they are not counted. */
export const WARM_UP = 4;

const FEWEST = 24;
const OUTLIER = 3; // deviations from the median
const SURE = 5; // the largest standard error of the mean
const ASTRAY = 60; // a player who is further off taps between the flashes
const STEPS = [100, 50, 1000 / 30, 20, 1000 / 60, 10, 8];
const STEP_NOISE = 0.02;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
};

/** The distance of each tap from its flash; of two taps at one flash the nearer counts. */
export function asynchronies(flashes: readonly number[], taps: readonly number[]): number[] {
  return flashes.slice(WARM_UP).flatMap((flash) => {
    const near = taps.map((tap) => tap - flash).filter((off) => Math.abs(off) < PERIOD / 2);
    return near.length > 0 ? [near.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a))] : [];
  });
}

/** The step of the browser's event clock, if it is too large to measure: some browsers do that for privacy. */
export function coarseStep(stamps: readonly number[]): number | null {
  const fits = (step: number) =>
    stamps.every((stamp) => Math.abs(stamp / step - Math.round(stamp / step)) < STEP_NOISE);
  return stamps.length > 0 ? (STEPS.find(fits) ?? null) : null;
}

/** Measures the device by its taps, or returns why that failed. */
export function measure(flashes: readonly number[], taps: readonly number[]): Measured | Unmeasured {
  if (coarseStep(taps) !== null) return "coarse";
  const offs = asynchronies(flashes, taps);
  if (offs.length < FEWEST) return "few";
  const middle = median(offs);
  const deviation = 1.4826 * median(offs.map((off) => Math.abs(off - middle))); // the standard deviation of a normal distribution
  const kept = offs.filter((off) => Math.abs(off - middle) <= OUTLIER * Math.max(1, deviation));
  const offset = kept.reduce((sum, off) => sum + off, 0) / kept.length;
  const spread = Math.sqrt(kept.reduce((sum, off) => sum + (off - offset) ** 2, 0) / (kept.length - 1));
  if (kept.length < FEWEST || spread / Math.sqrt(kept.length) > SURE) return "uneven";
  return Math.abs(offset) > ASTRAY ? "astray" : { offset, spread };
}
