const TARGETS = "a[href], button:not(:disabled), input:not(:disabled), [tabindex='0']";
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const BACK = ["GoBack", "BrowserBack", "XF86Back"];
const BACK_CODES = [461, 10009]; // LG and Samsung: their browsers give the key no name
const ASIDE = 2; // a target to the side counts as so much further away

export interface Spot {
  x: number;
  y: number;
}

/** The nearest of the spots that lie in a direction, `undefined` if none does. */
export function nearestTowards<Of extends Spot>(
  from: Spot,
  to: readonly [number, number],
  spots: readonly Of[],
) {
  const [x, y] = to;
  const distances = spots.map((spot) => {
    const ahead = (spot.x - from.x) * x + (spot.y - from.y) * y;
    const aside = Math.abs((spot.x - from.x) * y) + Math.abs((spot.y - from.y) * x);
    return { spot, ahead, distance: ahead + ASIDE * aside };
  });
  return distances
    .filter(({ ahead }) => ahead > 1)
    .reduce<(typeof distances)[number] | undefined>(
      (best, each) => (best && best.distance <= each.distance ? best : each),
      undefined,
    )?.spot;
}

/** Keys of a remote control: arrows move the focus, Back goes back. Enter presses by itself. */
export function remoteKey(event: KeyboardEvent): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- these keys have nothing else
  if (BACK.includes(event.key) || BACK_CODES.includes(event.keyCode)) {
    event.preventDefault();
    history.back();
    return;
  }
  const way = ARROWS[event.key];
  if (!way || event.defaultPrevented) return;
  const spots = [...document.querySelectorAll<HTMLElement>(TARGETS)]
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { element, x: x + width / 2, y: y + height / 2 };
    });
  const here = spots.find(({ element }) => element === document.activeElement);
  const next = here ? nearestTowards(here, way, spots) : spots[0];
  if (!next) return;
  event.preventDefault();
  next.element.focus();
}
