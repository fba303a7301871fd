import type { Finish, Lane } from "./wire";

/** One bar of a photo finish; places are per cent of the lane's length. */
export interface Bar {
  lane: Lane;
  end: number;
  blurFrom: number;
  blurTo: number;
  /** Whether the number has room behind the bar's end; otherwise it stands inside. */
  outside: boolean;
}

export interface Chart {
  bars: readonly Bar[];
  ticks: readonly { ms: number; at: number }[];
  /** Where the two that decide overlap, when nobody can say. */
  overlap: { from: number; to: number } | null;
}

export const ms = (micros: number) => Math.round(micros / 1000);

/** Which end of a race decides it: the two best, or the two last. */
export type Deciding = "first" | "last";

/** Between which two fingers a race was decided, and how clearly. */
export function decision(
  finish: Finish,
  deciding: Deciding = "first",
): { lanes: readonly Lane[]; gap: number; blur: number } {
  const [before, last] = finish.lanes.slice(-2);
  if (deciding === "first" || !before || !last)
    return { lanes: finish.lanes.slice(0, 2), gap: finish.gap, blur: finish.blur };
  return {
    lanes: [before, last],
    gap: last.response - before.response,
    blur: Math.floor(Math.hypot(before.blur, last.blur)),
  };
}

/** Nobody can honestly say who was first, or last. */
export function tooClose(finish: Finish, deciding?: Deciding): boolean {
  const { gap, blur } = decision(finish, deciding);
  return gap < blur;
}

const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const LEAST_SPREAD = 10;
const LEAD = 1.2; // so much of a bar before the first finger: room for its name
const OUTSIDE_UNTIL = 70;

/** The bars from a round number before the first finger to one after the last. */
export function chart(finish: Finish, deciding: Deciding = "first"): Chart {
  const lows = finish.lanes.map((lane) => (lane.response - lane.blur) / 1000);
  const highs = finish.lanes.map((lane) => (lane.response + lane.blur) / 1000);
  const spread = Math.max(LEAST_SPREAD, Math.max(...highs) - Math.min(...lows));
  const step = STEPS.find((size) => spread * (1 + LEAD) <= size * 4) ?? spread;
  const from = Math.max(0, Math.floor((Math.min(...lows) - spread * LEAD) / step) * step);
  const to = Math.ceil(Math.max(...highs) / step) * step;
  const place = (at: number) => ((at - from) / (to - from)) * 100;
  const bars = finish.lanes.map((lane, i) => ({
    lane,
    end: place(lane.response / 1000),
    blurFrom: place(Math.max(from, lows[i] ?? 0)),
    blurTo: place(highs[i] ?? 0),
    outside: place(highs[i] ?? 0) < OUTSIDE_UNTIL,
  }));
  const decisive = deciding === "last" ? bars.slice(-2) : bars.slice(0, 2);
  const ticks = [];
  for (let at = from; at <= to; at += step) ticks.push({ ms: at, at: place(at) });
  return { bars, ticks, overlap: tooClose(finish, deciding) ? span(decisive) : null };
}

function span(bars: readonly Bar[]): { from: number; to: number } {
  return {
    from: Math.min(...bars.map((bar) => bar.blurFrom)),
    to: Math.max(...bars.map((bar) => bar.blurTo)),
  };
}

/** The last picture of each thing: stragglers come into it later, and a new line tells all of them again. */
export function latest(finishes: readonly Finish[]): Finish[] {
  return [...new Map(finishes.map((finish) => [finish.thing, finish])).values()];
}

/** The quickest finger of all that were in time. */
export function fastest(finishes: readonly Finish[]): Lane | undefined {
  return finishes
    .flatMap((finish) => finish.lanes)
    .filter((lane) => lane.late === 0)
    .reduce<Lane | undefined>(
      (best, lane) => (best && best.response <= lane.response ? best : lane),
      undefined,
    );
}
