export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Box = Point & Size;

const EDGE = 6;

const meet = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The upper left corner of the place nearest to `preferred` that covers none of `taken`; `null` if there is none. */
export function nearestFreePlace(
  size: Size,
  preferred: Point,
  taken: readonly Box[],
  screen: Size,
): Point | null {
  const xs = along(
    preferred.x,
    taken.map(({ x, width }) => [x, x + width]),
    size.width,
    screen.width,
  );
  const ys = along(
    preferred.y,
    taken.map(({ y, height }) => [y, y + height]),
    size.height,
    screen.height,
  );
  let [found, least]: [Point | null, number] = [null, Infinity];
  for (const y of ys)
    for (const x of xs) {
      const far = (x - preferred.x) ** 2 + (y - preferred.y) ** 2;
      if (far < least && !taken.some((box) => meet({ x, y, ...size }, box))) [found, least] = [{ x, y }, far];
    }
  return found;
}

/** The places to try, nearest first: the preferred one, the screen's edges, and right before or after each taken stretch. */
function along(
  preferred: number,
  taken: readonly (readonly [from: number, to: number])[],
  length: number,
  screen: number,
): number[] {
  const last = screen - length - EDGE;
  const beside = taken.flatMap(([from, to]) => [Math.floor(from - length), Math.ceil(to)]);
  return [...new Set([preferred, EDGE, last, ...beside])]
    .filter((at) => at >= EDGE && at <= last)
    .toSorted((a, b) => Math.abs(a - preferred) - Math.abs(b - preferred));
}
