export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Box = Point & Size;

const STEP = 8; // pixels between two places that are tried
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
  const xs = along(preferred.x, screen.width - size.width);
  const ys = along(preferred.y, screen.height - size.height);
  let [found, least]: [Point | null, number] = [null, Infinity];
  for (const y of ys)
    for (const x of xs) {
      const far = (x - preferred.x) ** 2 + (y - preferred.y) ** 2;
      if (far < least && !taken.some((box) => meet({ x, y, ...size }, box))) [found, least] = [{ x, y }, far];
    }
  return found;
}

/** The places to try from one edge to the other, and `preferred` itself if it is on the screen. */
function along(preferred: number, room: number): number[] {
  const places = [];
  for (let at = EDGE; at <= room - EDGE; at += STEP) places.push(at);
  return preferred >= EDGE && preferred <= room - EDGE ? [preferred, ...places] : places;
}
