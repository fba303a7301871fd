import { agreed } from "./agreed";
import { deciding, gapOf, ms, tooClose } from "./finish";
import type { Correction, Finish, Lane, Room } from "./wire";
import { t } from "./words.svelte";

/** A photo finish in words, from the view of whoever looks at it. */
export interface Told {
  /** What it is of. */
  of: string;
  headline: string;
  /** Between the two that decide, in milliseconds. */
  gap: string;
  verdict: string;
  /** Whether fingers are counted from a start, or from the first of them. */
  timed: boolean;
  legend: string;
  name: (seat: number) => string;
  sign: (seat: number) => number;
  /** What makes it easier for somebody, a line for each. */
  agreed: readonly string[];
}

export function tell(finish: Finish, room: Room, seat: number | null, title = "", timed = true): Told {
  const name = (of: number) => (of === seat ? t("you") : (room.players[of]?.name ?? ""));
  const inside = (of: number) => (of === seat ? t("you.inside") : name(of));
  const [first = 0, second = 0] = deciding(finish, finish.lanes).map((lane) => lane.seat);
  const pair = { first: inside(first), second: inside(second), blur: ms(finish.blur) };
  return {
    of: title ? t("finish.of", { thing: title }) : t("finish"),
    headline: headline(finish, finish.last ? second : first, seat, name),
    gap: gapOf(finish),
    verdict: tooClose(finish) ? t("finish.nobody", pair) : t("finish.gap", pair),
    timed,
    legend: t(timed ? "finish.legend" : "finish.legend.untimed"),
    name,
    sign: (of) => room.players[of]?.sign ?? 1,
    agreed: agreed(room, seat),
  };
}

function headline(finish: Finish, told: number, seat: number | null, name: (seat: number) => string): string {
  if (tooClose(finish)) return t("finish.close");
  const place = finish.last ? "last" : "first";
  return told === seat ? t(`finish.you-${place}`) : t(`finish.${place}`, { name: name(told) });
}

/** What was made of a finger's claim, a sentence for each thing; nothing where it was simply believed. */
export function corrections(lane: Lane): string[] {
  const told = lane.corrections.map(({ why, by }: Correction) =>
    t(`corrected.${why}`, { ms: ms(Math.abs(by)) }),
  );
  return lane.false_start ? [...told, t("corrected.false-start")] : told;
}
