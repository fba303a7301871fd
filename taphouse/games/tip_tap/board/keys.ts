/** Keys of this board that do not tap a shape. */
export const NOTHING_MORE = "n";
export const SPACE = " ";

const ARROWS: Record<string, readonly [x: number, y: number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the nearest of `others` in the arrow's direction, or `undefined` if the key is no arrow or none is there. */
export function towards<T extends Element>(key: string, from: Element, others: Iterable<T>): T | undefined {
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const [x, y] = arrow;
  const here = middle(from);
  let best: { other: T; cost: number } | undefined;
  for (const other of others) {
    const there = middle(other);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const along = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    const cost = along + 3 * aside;
    if (along > 1 && along >= aside && (!best || cost < best.cost)) best = { other, cost };
  }
  return best?.other;
}

function middle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
