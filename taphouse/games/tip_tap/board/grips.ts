import { type Press } from "$board";

import type { HandName } from "../wire";

/** Which of one's hands is kept on the glass by which finger, key or button (rule 27). */
export class Grips {
  #hands = new Map<string, HandName>();

  take(event: Press, hand: HandName): void {
    this.drop(hand);
    this.#hands.set(gripOf(event), hand);
  }

  /** The hand that was lifted by letting go, if any. */
  lift(event: Press): HandName | undefined {
    const grip = gripOf(event);
    const hand = this.#hands.get(grip);
    this.#hands.delete(grip);
    return hand;
  }

  /** The hand is on nothing, whatever its finger does. */
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
