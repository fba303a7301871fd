/** The middle of one card, and how far it leans. */
export interface Spot {
  x: number;
  y: number;
  tilt: number;
}

/** Where the cards of a round lie, and how wide each is. */
export interface Circle {
  width: number;
  /** By place: one's own card first, then clockwise. */
  spots: readonly Spot[];
  /** What lies in the middle of the circle. */
  middle: { x: number; y: number };
}

interface Size {
  width: number;
  height: number;
}

/** How tall a card is for its width. */
export const TALL = 1.3;
/** What a name takes above a card and a verdict below it, for the card's width. */
const ABOVE = 0.2;
const BELOW = 0.14;
/** By how much a name reaches out to the left of its card. */
const ASIDE = 0.14;
const GAP = 10;
const LEAST = 40;
const STEP = 2;
const LEAN = 5;
/** A circle wider than this, for its height, no longer looks like one. */
const OBLONG = 1.6;

/** The largest cards that lie in a circle without touching each other or what is in the middle. */
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

/** A circle with its sides pulled straight, so that cards above each other have more room. */
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

/** The circle with its middle as low as the cards leave room for it; `null` if they do not. */
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
