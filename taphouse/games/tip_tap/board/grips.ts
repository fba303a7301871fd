import { type Press } from "$board";

import type { HandName } from "../wire";

/** Maps each finger, key or button that is down to the hand it holds in place (rule 27). */
export class Grips {
  #hands = new Map<string, HandName>();

  take(event: Press, hand: HandName): void {
    this.drop(hand);
    this.#hands.set(gripOf(event), hand);
  }

  /** Releases a grip and returns the hand it held, if any. */
  lift(event: Press): HandName | undefined {
    const grip = gripOf(event);
    const hand = this.#hands.get(grip);
    this.#hands.delete(grip);
    return hand;
  }

  /** Forgets the grip of a hand that holds no shape, even if its finger is still down. */
  drop(hand: HandName): void {
    for (const [grip, held] of this.#hands) if (held === hand) this.#hands.delete(grip);
  }

  clear(): void {
    this.#hands.clear();
  }

  has(hand: HandName): boolean {
    return [...this.#hands.values()].includes(hand);
  }
}

function gripOf(event: Press): string {
  if (event instanceof KeyboardEvent) return event.code;
  return event.type.startsWith("mouse")
    ? `button ${event.button}`
    : `finger ${(event as PointerEvent).pointerId}`;
}
