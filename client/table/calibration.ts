/** What a device was found to be: how late its taps come after what it shows, and how much that varies. Milliseconds. */
export interface Measured {
  offset: number;
  spread: number;
}

/** Why a measurement says nothing: too few taps, too uneven, out of time, or a clock that counts in large steps. */
export type Unmeasured = "few" | "uneven" | "astray" | "coarse";

export const PERIOD = 700;
export const FLASHES = 40;
/** Flashes to find the rhythm by; they are not counted. */
export const WARM_UP = 4;

const FEWEST = 24;
const OUTLIER = 3; // deviations from the median
const SURE = 5; // how far the mean may be off, one deviation
const ASTRAY = 60; // whoever is further off taps between the flashes
const STEPS = [100, 50, 1000 / 30, 20, 1000 / 60, 10, 8];
const STEP_NOISE = 0.02;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
};

/** How far each tap was from the flash it was meant for; of two taps at one flash the nearer counts. */
export function asynchronies(flashes: readonly number[], taps: readonly number[]): number[] {
  return flashes.slice(WARM_UP).flatMap((flash) => {
    const near = taps.map((tap) => tap - flash).filter((off) => Math.abs(off) < PERIOD / 2);
    return near.length > 0 ? [near.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a))] : [];
  });
}

/** The step in which a browser counts events, if it is too large to measure by: some do that for privacy. */
export function coarseStep(stamps: readonly number[]): number | null {
  const fits = (step: number) =>
    stamps.every((stamp) => Math.abs(stamp / step - Math.round(stamp / step)) < STEP_NOISE);
  return stamps.length > 0 ? (STEPS.find(fits) ?? null) : null;
}

/** What the taps say of the device, or why they say nothing. */
export function measure(flashes: readonly number[], taps: readonly number[]): Measured | Unmeasured {
  if (coarseStep(taps) !== null) return "coarse";
  const offs = asynchronies(flashes, taps);
  if (offs.length < FEWEST) return "few";
  const middle = median(offs);
  const deviation = 1.4826 * median(offs.map((off) => Math.abs(off - middle))); // as of a normal distribution
  const kept = offs.filter((off) => Math.abs(off - middle) <= OUTLIER * Math.max(1, deviation));
  const offset = kept.reduce((sum, off) => sum + off, 0) / kept.length;
  const spread = Math.sqrt(kept.reduce((sum, off) => sum + (off - offset) ** 2, 0) / (kept.length - 1));
  if (kept.length < FEWEST || spread / Math.sqrt(kept.length) > SURE) return "uneven";
  return Math.abs(offset) > ASTRAY ? "astray" : { offset, spread };
}
