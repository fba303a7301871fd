import { deciding, ms } from "$board/finish";
import type { Finish } from "$base/wire";

/** So many times slower than it was. */
export const SLOWER = 20;
/** How long a finger is seen falling, in real milliseconds. */
export const FALL = 60;

const WINDOW = 500;
const LEAD = 20;
const REST = 40;

export interface SlowMotion {
  /** Real milliseconds since the thing was shown. */
  from: number;
  to: number;
  /** In the order in which they fell; `at` is negative where the finger lay there before. */
  fingers: readonly { seat: number; response: number; at: number }[];
}

/** The half second before the finger that decided: when each falls, in real milliseconds from its beginning. */
export function slowMotion(finish: Finish): SlowMotion {
  const responses = finish.lanes.map((lane) => ms(lane.response));
  const decided = Math.max(...deciding(finish, responses));
  const from = Math.max(0, decided - WINDOW, Math.min(...responses) - FALL - LEAD);
  const fingers = finish.lanes
    .map(({ seat, response }) => ({ seat, response: ms(response), at: ms(response) - from }))
    .filter(({ response }) => response <= decided)
    .toSorted((a, b) => a.at - b.at);
  return { from, to: decided + REST, fingers };
}
