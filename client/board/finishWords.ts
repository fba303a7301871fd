import { handicaps } from "$base/handicaps";
import { deciding, errorOf, gapOf, type Grounds, grounds, ms } from "./finish";
import type { Params } from "$base/phrase";
import type { Correction, Finish, Lane, Room } from "$base/wire";
import { t } from "$base/words.svelte";

/** A photo finish in words, from the viewer's seat. */
export interface FinishText {
  /** What the race was about. */
  of: string;
  /** Who was first, or last. */
  headline: string;
  /** Between the two deciding lanes, in milliseconds. */
  gap: string;
  /** The reason for the headline. */
  verdict: string;
  /** Headline and gap in one line. */
  short: string;
  /** Whether taps are counted from a start, or from the first of them. */
  timed: boolean;
  legend: string;
  name: (seat: number) => string;
  sign: (seat: number) => number;
  /** The handicaps of the table, a line for each. */
  agreed: readonly string[];
}

export function describeFinish(
  finish: Finish,
  room: Room,
  seat: number | null,
  title = "",
  timed = true,
): FinishText {
  const name = (of: number) => (of === seat ? t("you") : (room.players[of]?.name ?? ""));
  const inside = (of: number) => (of === seat ? t("you.inside") : name(of));
  const [first = 0, second = 0] = deciding(finish, finish.lanes).map((lane) => lane.seat);
  const told = finish.last ? second : first;
  const found = headline(finish, told, seat, name);
  const gap = gapOf(finish);
  const blur = ms(errorOf(finish));
  return {
    of: title ? t("finish.of", { thing: title }) : t("finish"),
    headline: found,
    gap,
    verdict: because(finish, { first: inside(first), second: inside(second), name: inside(told), blur }),
    short: t(SURE.has(grounds(finish)) ? "finish.short" : "finish.short.close", {
      verdict: found,
      gap,
      blur,
    }),
    timed,
    legend: t(timed ? "finish.legend" : "finish.legend.untimed"),
    name,
    sign: (of) => room.players[of]?.sign ?? 1,
    agreed: handicaps(room, seat),
  };
}

/** Verdicts in which the measuring error plays no part. */
const SURE: ReadonlySet<Grounds> = new Set(["clear", "lot", "late"]);

const placeOf = ({ last }: Finish) => (last ? "last" : "first");

function headline(finish: Finish, told: number, seat: number | null, name: (seat: number) => string): string {
  const why = grounds(finish);
  if (why === "jam") return t("finish.jam");
  const place = placeOf(finish);
  const verdict = told === seat ? t(`finish.you-${place}`) : t(`finish.${place}`, { name: name(told) });
  return why === "hair" || why === "lot" ? t(`finish.${why}`, { verdict }) : verdict;
}

function because(finish: Finish, params: Params): string {
  const why = grounds(finish);
  return why === "hair" || why === "lot"
    ? t(`finish.why.${why}.${placeOf(finish)}`, params)
    : t(`finish.why.${why}`, params);
}

/** The corrections of a tap's claimed time, a sentence for each; none if it was believed as it is. */
export function corrections(lane: Lane): string[] {
  const told = lane.corrections.map(({ why, by }: Correction) =>
    t(`corrected.${why}`, { ms: ms(Math.abs(by)) }),
  );
  const isTold = lane.corrections.some(({ why }) => why === "false-start");
  return lane.false_start && !isTold ? [...told, t("corrected.false-start")] : told;
}
