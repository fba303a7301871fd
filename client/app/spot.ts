export interface Spot {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Box = Spot & Size;

const STEP = 8; // pixels between two places that are tried
const EDGE = 6;

const meet = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The upper left corner of the place nearest to `wish` that covers none of `taken`; `null` if there is none. */
export function freeSpot(size: Size, wish: Spot, taken: readonly Box[], screen: Size): Spot | null {
  const xs = along(wish.x, screen.width - size.width);
  const ys = along(wish.y, screen.height - size.height);
  let [found, least]: [Spot | null, number] = [null, Infinity];
  for (const y of ys)
    for (const x of xs) {
      const far = (x - wish.x) ** 2 + (y - wish.y) ** 2;
      if (far < least && !taken.some((box) => meet({ x, y, ...size }, box))) [found, least] = [{ x, y }, far];
    }
  return found;
}

/** The places to try from one edge to the other, and `wish` itself if it is on the screen. */
function along(wish: number, room: number): number[] {
  const places = [];
  for (let at = EDGE; at <= room - EDGE; at += STEP) places.push(at);
  return wish >= EDGE && wish <= room - EDGE ? [wish, ...places] : places;
}
