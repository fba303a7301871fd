import { store, stored } from "$base/storage";

/** How a player did in a deal of the day on this device. */
interface DayResult {
  /** The number of the deal. */
  readonly day: number;
  /** The name of the game. */
  readonly match: string;
  readonly place: number;
  readonly of: number;
}

const KEY = "day";

/** The result that counts: the first one of this deal. */
export function firstResult(day: number): DayResult | null {
  try {
    const kept = JSON.parse(stored(KEY) ?? "null") as DayResult | null;
    return kept?.day === day ? kept : null;
  } catch {
    return null; // not written by this page
  }
}

/** Keeps the result unless another one of its deal counts already. Returns the one that counts. */
export function keepFirst(result: DayResult): DayResult {
  const first = firstResult(result.day);
  if (first) return first;
  store(KEY, JSON.stringify(result));
  return result;
}

const BARS = "▁▂▃▄▅▆▇█";

/** The times of a player's taps as a row of bars: the longest is the slowest. */
export function barsOf(times: readonly number[]): string {
  const most = Math.max(...times, 1);
  return times
    .map((time) => BARS[Math.min(BARS.length - 1, Math.floor((time / most) * BARS.length))])
    .join("");
}
