/** One card in the player's own hand. */
export interface Held {
  card: string;
  /** Distinguishes cards of the same number. */
  key: string;
  /** Whether it is part of a pair. The third card of a number is not. */
  paired: boolean;
  /** Whether it came last. */
  fresh: boolean;
}

/** Returns the player's own cards with their marks. `pairs` has the number of each pair. */
export function marked(hand: readonly string[], pairs: readonly string[], fresh: string | null): Held[] {
  const last = fresh === null ? -1 : hand.lastIndexOf(fresh);
  return hand.map((card, place) => {
    const copy = hand.slice(0, place).filter((other) => other === card).length;
    const inPairs = 2 * pairs.filter((number) => number === card).length;
    return { card, key: `${card}#${copy}`, paired: copy < inPairs, fresh: place === last };
  });
}
