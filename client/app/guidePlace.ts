export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}

/** Where in `room` a bubble of this size hides least of `targets`: where it `was`, low and in the middle, or elsewhere. */
export function placeOf(size: Size, targets: readonly Box[], room: Box, was: Box | null): Box {
  const middle = (room.left + room.right - size.width) / 2;
  const across = [middle, room.left, room.right - size.width];
  const down = [
    room.bottom - size.height,
    room.top,
    ...targets.flatMap(({ top, bottom }) => [top - size.height, bottom]),
  ];
  const places = down.flatMap((top) => across.map((left) => boxAt(left, top, size)));
  if (was) places.unshift(boxAt(was.left, was.top, size));
  const [first = boxAt(middle, room.top, size), ...others] = places.filter((place) => isWithin(room, place));
  const hidden = (place: Box) => targets.reduce((sum, target) => sum + overlap(place, target), 0);
  return others.reduce((best, place) => (hidden(place) < hidden(best) ? place : best), first);
}

function isWithin(room: Box, place: Box): boolean {
  const { left, top, right, bottom } = place;
  return left >= room.left && top >= room.top && right <= room.right && bottom <= room.bottom;
}

function boxAt(left: number, top: number, { width, height }: Size): Box {
  return { left, top, right: left + width, bottom: top + height };
}

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
