export interface Box {
  top: number;
  bottom: number;
}

/** Whether a bubble of this height hides less of `target` at the top of `room` than at the bottom. */
export function belongsOnTop(height: number, target: Box, room: Box): boolean {
  const hiddenAbove = overlap({ top: room.top, bottom: room.top + height }, target);
  const hiddenBelow = overlap({ top: room.bottom - height, bottom: room.bottom }, target);
  return hiddenAbove < hiddenBelow;
}

function overlap(one: Box, other: Box): number {
  return Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
}
