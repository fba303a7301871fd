/** Where a finger came down: on the plate, on its rim, or short of both. */
export type Landing = "plate" | "rim" | "short";

export interface Point {
  x: number;
  y: number;
}

export interface Disc extends Point {
  radius: number;
}

/** The part of the plate's radius that lies inside its rim. */
export const INSIDE = 0.84;

export function landing(finger: Point, plate: Disc): Landing {
  const away = Math.hypot(finger.x - plate.x, finger.y - plate.y) / plate.radius;
  if (away <= INSIDE) return "plate";
  return away <= 1 ? "rim" : "short";
}

const TRAVEL = 36; // pixels towards the plate: a shorter move is a tremble
const HASTE = 700; // milliseconds: a longer move is too slow for a feint

interface Touch extends Point {
  at: number;
}

/** Whether a finger that stopped short was flicked towards the plate. */
export function isFeint(from: Touch, to: Touch, plate: Disc): boolean {
  const nearer = Math.hypot(from.x - plate.x, from.y - plate.y) - Math.hypot(to.x - plate.x, to.y - plate.y);
  return nearer >= TRAVEL && to.at - from.at <= HASTE;
}

const touch = (event: PointerEvent): Touch => ({ x: event.clientX, y: event.clientY, at: event.timeStamp });

/** Follows every finger on its way to the plate, and reports where it lands. */
export class Flicks {
  #fingers = new Map<number, Touch>();
  #landed: (where: Landing, event: PointerEvent) => void;
  #plate: () => Disc | null;

  constructor(plate: () => Disc | null, landed: (where: Landing, event: PointerEvent) => void) {
    this.#plate = plate;
    this.#landed = landed;
  }

  begin(event: PointerEvent): void {
    if (event.button === 0) this.#fingers.set(event.pointerId, touch(event));
  }

  /** Lands a finger on the plate as soon as it crosses the rim, which is a slap. */
  move = (event: PointerEvent): void => {
    if (this.#fingers.has(event.pointerId) && this.#where(event) === "plate") this.#land("plate", event);
  };

  /** Lands a lifted finger short of the plate or on its rim. */
  end = (event: PointerEvent): void => {
    const [from, plate] = [this.#fingers.get(event.pointerId), this.#plate()];
    if (!from || !plate) return;
    const where = this.#where(event);
    if (where !== "short" || isFeint(from, touch(event), plate)) this.#land(where, event);
    this.forget(event);
  };

  forget = (event: PointerEvent): void => void this.#fingers.delete(event.pointerId);

  #where(event: PointerEvent): Landing {
    const plate = this.#plate();
    return plate ? landing(touch(event), plate) : "short";
  }

  #land(where: Landing, event: PointerEvent): void {
    this.forget(event);
    this.#landed(where, event);
  }
}
