import { FINGER, fit } from "./placing";
import { linesOf } from "./trays";

/** The space below the bar of a phone on its side, in pixels. */
export interface Space {
  width: number;
  height: number;
  card: number;
}

/** The width of the column with the card and the rivals, and the side of a shape in a tray. */
export interface Landscape {
  left: number;
  cell: number;
}

const CARD = { wide: 234, narrow: 190 }; // room for three shapes with their winners, and with long times
const WHO = 52; // a token and its name
const BETWEEN = { lines: 3, parts: 4 };
const BESIDE = 144; // the hands, the gaps, and the edges of the field
const STEP = 4;

/** Divides the space so that the smallest target is as large as possible, up to the width of a finger. */
export function divideLandscape(
  { width, height, card }: Space,
  rivals: readonly number[],
  own: number,
  all: number,
): Landscape {
  const lying = all - own - rivals.reduce((sum, count) => sum + count, 0);
  const most = height - card - BETWEEN.parts;
  let best: Landscape = { left: CARD.wide, cell: FINGER };
  let smallest = 0;
  for (const left of widths(width - BESIDE - WHO - FINGER)) {
    const lines = linesOf(rivals, left, WHO);
    const cell = Math.min(FINGER, (most + BETWEEN.lines) / lines - BETWEEN.lines);
    const field = width - left - BESIDE;
    const below = own > 0 ? linesOf([own], field, WHO) * FINGER + BETWEEN.parts : 0;
    const target = Math.min(cell, fit(all, lying, field, height - below).cell);
    if (target <= smallest) continue;
    [best, smallest] = [{ left, cell }, target];
    if (target >= FINGER) break; // the card and the rivals need no more
  }
  return best;
}

/** The widths of the column to try, the best first: the card is made narrow only if nothing else helps. */
function widths(most: number): number[] {
  const count = (from: number, to: number) => Math.max(0, Math.floor((to - from) / STEP));
  const wider = Array.from({ length: count(CARD.wide, most) }, (_, i) => CARD.wide + i * STEP);
  const narrower = Array.from(
    { length: count(CARD.narrow, CARD.wide) },
    (_, i) => CARD.wide - (i + 1) * STEP,
  );
  return [...wider, ...narrower];
}
