import { deciding, gapText, ms, msText } from "$board/finish";
import type { Finish } from "$base/wire";

/** How many times slower than real time the slow motion is. */
export const SLOWER = 20;
/** How long a finger is shown falling, in real milliseconds. */
export const FALL = 60;

const WINDOW = 500;
const LEAD = 20;
const REST = 40;

interface Finger {
  seat: number;
  response: number;
  at: number;
  /** Microseconds after the first finger. */
  after: number;
}

export interface SlowMotion {
  /** Real milliseconds since the thing was shown. */
  from: number;
  to: number;
  /** In the order of the taps; `at` is negative for a tap before `from`. */
  fingers: readonly Finger[];
}

/** The time of a finger as the verdict writes it. Without a start the first finger has none, and the others have the time after it. */
export function figureOf({ response, after }: Finger, timed: boolean): string {
  if (timed) return `${msText(response * 1000)} ms`;
  return after === 0 ? "" : `${gapText(after)} ms`;
}

/** The half second before the deciding tap: when each finger falls, in real milliseconds from its beginning. */
export function slowMotion(finish: Finish): SlowMotion {
  const responses = finish.lanes.map((lane) => ms(lane.response));
  const first = Math.min(...finish.lanes.map((lane) => lane.response));
  const decided = Math.max(...deciding(finish, responses));
  const from = Math.max(0, decided - WINDOW, Math.min(...responses) - FALL - LEAD);
  const fingers = finish.lanes
    .map(({ seat, response }) => ({
      seat,
      response: ms(response),
      at: ms(response) - from,
      after: response - first,
    }))
    .filter(({ response }) => response <= decided)
    .toSorted((a, b) => a.at - b.at);
  return { from, to: decided + REST, fingers };
}
