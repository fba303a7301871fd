import { handicaps } from "$base/handicaps";
import { deciding, errorOf, errorText, gapOf, type Grounds, grounds, ms } from "./finish";
import type { BoardRoom } from "./types";
import type { Correction, Finish, Lane } from "$base/wire";
import { t, type Words } from "$base/words.svelte";

/** A photo finish in words, from the viewer's seat. */
export interface FinishText {
  /** What the race was about. */
  of: string;
  /** What the game's rules make of it: who won, who lost, or that nobody did. */
  headline: string;
  /** The seat that the headline names; null if it names nobody. */
  told: number | null;
  /** Between the two deciding lanes, in milliseconds. */
  gap: string;
  /** The rest of the sentence that begins with the gap: the measuring error, and what it means. */
  verdict: string;
  /** The whole sentence. */
  short: string;
  /** Whether taps are counted from a start, or from the first of them. */
  timed: boolean;
  legend: string;
  name: (seat: number) => string;
  sign: (seat: number) => number;
  /** The handicaps of the table, a line for each. */
  agreed: readonly string[];
}

/** The one verdict on a photo finish. A game's own `verdict.` words say what its rules make of a first or a last tap. */
export function describeFinish(
  finish: Finish,
  room: BoardRoom,
  seat: number | null,
  words: Words,
  title = "",
  timed = true,
): FinishText {
  const name = (of: number) => (of === seat ? t("you") : (room.players[of]?.name ?? ""));
  const why = grounds(finish);
  const told = toldOf(finish);
  const result = resultOf(finish, why, told === seat, words, name(told));
  const gap = gapOf(finish);
  const verdict = t(
    why === "hair" || why === "lot" ? `finish.why.${why}.${placeOf(finish)}` : `finish.why.${why}`,
    {
      name: told === seat ? t("you.inside") : name(told),
      blur: errorText(errorOf(finish)),
      result,
    },
  );
  return {
    of: title ? t("finish.of", { thing: title }) : t("finish"),
    headline: result,
    told: why === "jam" ? null : told,
    gap,
    verdict,
    short: t("finish.short", { gap, verdict }),
    timed,
    legend: t(timed ? "finish.legend" : "finish.legend.untimed"),
    name,
    sign: (of) => room.players[of]?.sign ?? 1,
    agreed: handicaps(room, seat),
  };
}

const placeOf = ({ last }: Finish) => (last ? "last" : "first");

/** The seat that the verdict names. */
function toldOf(finish: Finish): number {
  const [first, second] = deciding(finish, finish.lanes);
  return finish.absent ?? (finish.last ? second : first)?.seat ?? 0;
}

function resultOf(finish: Finish, why: Grounds, isViewer: boolean, words: Words, name: string): string {
  if (why === "jam") return words("verdict.jam");
  const what = why === "absent" ? "absent" : placeOf(finish);
  return isViewer ? words(`verdict.you-${what}`) : words(`verdict.${what}`, { name });
}

/** The corrections of a tap's claimed time, a sentence for each; none if it was believed as it is. */
export function corrections(lane: Lane): string[] {
  const told = lane.corrections.map(({ why, by }: Correction) =>
    t(`corrected.${why}`, { ms: ms(Math.abs(by)) }),
  );
  const isTold = lane.corrections.some(({ why }) => why === "false-start");
  return lane.false_start && !isTold ? [...told, t("corrected.false-start")] : told;
}
