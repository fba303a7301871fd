/** The centre of one card, and its tilt. */
export interface Spot {
  x: number;
  y: number;
  tilt: number;
}

/** The positions of the cards of a round, and the width of each card. */
export interface Circle {
  width: number;
  /** By place: the player's own card first, then clockwise. */
  spots: readonly Spot[];
  /** The position of the content in the middle of the circle. */
  middle: { x: number; y: number };
}

interface Size {
  width: number;
  height: number;
}

/** The height of a card, as a multiple of its width. */
export const TALL = 1.3;
/** The space for a name above a card and for a verdict below it, as multiples of the card's width. */
const ABOVE = 0.2;
const BELOW = 0.14;
/** The space for a name to the left of its card, as a multiple of the card's width. */
const ASIDE = 0.14;
const GAP = 10;
const LEAST = 40;
const STEP = 2;
const LEAN = 5;
/** The largest ratio of width to height at which the ring still looks like a circle. */
const OBLONG = 1.6;

/** Lays out the largest cards that touch neither each other nor the content in the middle. */
export function circle(cards: number, room: Size, middle: Size, largest: number): Circle {
  let best = lay(cards, room, LEAST);
  for (let width = LEAST; width <= largest; width += STEP) {
    const next = withMiddle(lay(cards, room, width), room, middle);
    if (!next) break;
    best = next;
  }
  return best;
}

function lay(cards: number, room: Size, width: number): Circle {
  const angles = Array.from({ length: cards }, (_, place) => Math.PI * (0.5 + (2 * place) / cards));
  const across = Math.max(...angles.map((angle) => Math.abs(Math.cos(angle))), 0.01);
  const top = Math.min(...angles.map(steep));
  const tall = width * (TALL + ABOVE + BELOW);
  const span = Math.min(room.width, room.height * OBLONG);
  const reach = Math.max(0, span / 2 - width * (0.5 + ASIDE)) / across;
  const depth = Math.max(0, room.height - tall) / (1 - top);
  const at = (x: number, y: number) => ({
    x: room.width / 2 + x * reach,
    y: width * (ABOVE + TALL / 2) + (y - top) * depth,
  });
  const spots = angles.map((angle) => ({
    ...at(Math.cos(angle), steep(angle)),
    tilt: LEAN * Math.sin(2 * angle),
  }));
  return { width, spots, middle: at(0, 0) };
}

/** Straightens the sides of the circle, so that cards above each other have more space. */
function steep(angle: number): number {
  const sine = Math.sin(angle);
  return Math.sign(sine) * Math.sqrt(Math.abs(sine));
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the circle with its middle as low as the cards allow, or `null` if the middle does not fit. */
function withMiddle(laid: Circle, room: Size, content: Size): Circle | null {
  const boxes = laid.spots.map(({ x, y }) => boxAround(x, y, laid.width));
  const inside = boxes.every((box) => box.left >= -0.5 && box.top >= -0.5 && box.bottom <= room.height + 0.5);
  if (!inside || !boxes.every((one, i) => boxes.slice(i + 1).every((other) => apart(one, other))))
    return null;
  const { x } = laid.middle;
  for (let y = laid.middle.y; y >= content.height / 2; y -= STEP) {
    const middle = {
      left: x - content.width / 2,
      right: x + content.width / 2,
      top: y - content.height / 2,
      bottom: y + content.height / 2,
    };
    if (boxes.every((box) => apart(box, middle))) return { ...laid, middle: { x, y } };
  }
  return null;
}

function boxAround(x: number, y: number, width: number): Box {
  return {
    left: x - width * (0.5 + ASIDE),
    right: x + width / 2,
    top: y - width * (TALL / 2 + ABOVE),
    bottom: y + width * (TALL / 2 + BELOW),
  };
}

function apart(one: Box, other: Box): boolean {
  return (
    one.right + GAP <= other.left ||
    other.right + GAP <= one.left ||
    one.bottom <= other.top ||
    other.bottom <= one.top
  );
}
