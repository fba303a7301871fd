import { FINGER, fit } from "./placing";

/** The space between the bar and the hands of an upright phone without the card, in pixels. */
export interface Upright {
  width: number;
  height: number;
}

const WHO = 62; // a token and its name, at most
const BETWEEN = { trays: 4, lines: 3 };
const EDGES = { trays: 20, field: 16 };

/** Whether each shape in the middle of an upright phone is as wide as a finger while all trays show theirs. */
export function traysFit(
  { width, height }: Upright,
  rivals: readonly number[],
  own: number,
  all: number,
): boolean {
  const line = FINGER + BETWEEN.lines;
  const lines = linesOf(rivals, width - EDGES.trays, WHO);
  const below = own > 0 ? linesOf([own], width - EDGES.trays, WHO) : 0;
  const lying = all - own - rivals.reduce((sum, count) => sum + count, 0);
  return fit(all, lying, width - EDGES.field, height - (lines + below) * line).cell >= FINGER;
}

/** In how many lines trays of these sizes lie, in a column of this width. Those without shapes come last. */
export function linesOf(trays: readonly number[], width: number, who: number): number {
  const perLine = Math.max(1, Math.floor((width - who) / FINGER));
  let [lines, room] = [0, 0];
  for (const count of trays.toSorted((a, b) => Number(a === 0) - Number(b === 0))) {
    const wide = who + Math.min(count, perLine) * FINGER;
    if (count <= perLine && wide <= room) room -= wide + BETWEEN.trays;
    else {
      lines += Math.max(1, Math.ceil(count / perLine));
      room = count > perLine ? 0 : width - wide - BETWEEN.trays;
    }
  }
  return lines;
}
