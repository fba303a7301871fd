/** One card in one's own hand. */
export interface Held {
  card: string;
  /** Tells cards of one number apart. */
  key: string;
  /** Whether it is one of a pair; the third of a number is not. */
  paired: boolean;
  /** Whether it came last. */
  fresh: boolean;
}

/** One's own cards with their marks. `pairs` names the number of each pair. */
export function marked(hand: readonly string[], pairs: readonly string[], fresh: string | null): Held[] {
  const last = fresh === null ? -1 : hand.lastIndexOf(fresh);
  return hand.map((card, place) => {
    const copy = hand.slice(0, place).filter((other) => other === card).length;
    const inPairs = 2 * pairs.filter((number) => number === card).length;
    return { card, key: `${card}#${copy}`, paired: copy < inPairs, fresh: place === last };
  });
}
