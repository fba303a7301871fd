import { number } from "$base/phrase";
import type { Finish, Lane } from "$base/wire";
import { language } from "$base/words.svelte";

/** One bar of a photo finish; positions are per cent of the lane's length. */
export interface Bar {
  lane: Lane;
  end: number;
  blurFrom: number;
  blurTo: number;
  /** Whether the number has room behind the bar's end; otherwise it is inside. */
  outside: boolean;
}

export interface Chart {
  bars: readonly Bar[];
  ticks: readonly { ms: number; at: number }[];
  /** Where the two deciding lanes overlap, if less than the measuring error is between them. */
  overlap: { from: number; to: number } | null;
}

export const ms = (micros: number) => Math.round(micros / 1000);

export const msText = (micros: number) => number(ms(micros), language.locale);

/** A time between two taps, in milliseconds; one above zero is never written as 0. */
export const gapText = (micros: number) => (micros > 0 && ms(micros) === 0 ? "<\u00a01" : msText(micros));

/** A measuring error, in milliseconds; none is without one, and a bot's is too small to be written. */
export const errorText = (micros: number) => (ms(micros) === 0 ? "<\u00a01" : msText(micros));

/** The time between the two deciding lanes, in milliseconds. */
export const gapOf = (finish: Finish) => gapText(Math.abs(finish.gap));

/** The two deciding lanes: the first two, or the last two where the last one loses. */
export const deciding = <T>(finish: Finish, lanes: readonly T[]) =>
  finish.last ? lanes.slice(-2) : lanes.slice(0, 2);

/**
 * Why the verdict on the two deciding lanes is as it is: the gap is more than the measuring error, or less; a tie
 * break between equal times; or a message arrived too late. `jam`: the last two are too close, and the rules name
 * no loser. `absent`: the loser never tapped.
 */
export type Grounds = "clear" | "hair" | "lot" | "late" | "jam" | "absent";

export function grounds(finish: Finish): Grounds {
  if (finish.absent !== null) return "absent";
  const [before, after] = deciding(finish, finish.lanes);
  if (finish.last && finish.gap < chanceError(finish)) return "jam";
  if (before && after && after.late > 0 && after.response - after.late <= before.response) return "late";
  if (finish.gap === 0) return "lot";
  return finish.gap < finish.blur ? "hair" : "clear";
}

/** The measuring error of the two times together. */
export const errorOf = (finish: Finish) => (grounds(finish) === "jam" ? chanceError(finish) : finish.blur);

/** The error as the rules count it where the last one loses: both errors are rarely at their largest together. */
const chanceError = (finish: Finish) =>
  Math.floor(Math.hypot(...deciding(finish, finish.lanes).map(({ blur }) => blur)));

const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const LEAST_SPREAD = 10;
const LEAD = 2; // times the spread, before the first tap: room for the name
const OUTSIDE_UNTIL = 70;

/** The bars from a round number before the first tap to one after the last. Untimed, the first tap is at 0. */
export function chart(finish: Finish, timed = true): Chart {
  const lanes = timed ? finish.lanes : afterFirst(finish.lanes);
  const lows = lanes.map((lane) => (lane.response - lane.blur) / 1000);
  const highs = lanes.map((lane) => (lane.response + lane.blur) / 1000);
  const spread = Math.max(LEAST_SPREAD, Math.max(...highs) - Math.min(...lows));
  const step = STEPS.find((size) => spread * (1 + LEAD) <= size * 4) ?? spread;
  const before = Math.floor((Math.min(...lows) - spread * LEAD) / step) * step;
  const from = timed ? Math.max(0, before) : before;
  const to = Math.ceil(Math.max(...highs) / step) * step;
  const place = (at: number) => ((at - from) / (to - from)) * 100;
  const bars = lanes.map((lane, i) => ({
    lane,
    end: place(lane.response / 1000),
    blurFrom: place(Math.max(from, lows[i] ?? 0)),
    blurTo: place(highs[i] ?? 0),
    outside: place(highs[i] ?? 0) < OUTSIDE_UNTIL,
  }));
  const ticks = [];
  for (let at = timed ? from : 0; at <= to; at += step) ticks.push({ ms: at, at: place(at) });
  return {
    bars,
    ticks,
    overlap: finish.gap < finish.blur && finish.absent === null ? span(deciding(finish, bars)) : null,
  };
}

function span(bars: readonly Bar[]): { from: number; to: number } {
  return {
    from: Math.min(...bars.map((bar) => bar.blurFrom)),
    to: Math.max(...bars.map((bar) => bar.blurTo)),
  };
}

function afterFirst(lanes: readonly Lane[]): readonly Lane[] {
  const first = Math.min(...lanes.map(({ response }) => response));
  return lanes.map((lane) => ({ ...lane, response: lane.response - first }));
}

const CLOSE = 500_000; // microseconds: what slow motion shows

/** Whether the deciding fingers fell so near to each other that it is worth a second look. */
export const isClose = (finish: Finish) => Math.abs(finish.gap) < CLOSE;

/** The race with the least gap between the two deciding lanes. */
export function closest(finishes: readonly Finish[]): Finish | undefined {
  return finishes.toSorted((a, b) => Math.abs(a.gap) - Math.abs(b.gap))[0];
}

/** The fastest tap that arrived in time. */
export function fastest(finishes: readonly Finish[]): Lane | undefined {
  return finishes
    .flatMap((finish) => finish.lanes)
    .filter((lane) => lane.late === 0)
    .reduce<Lane | undefined>(
      (best, lane) => (best && best.response <= lane.response ? best : lane),
      undefined,
    );
}
