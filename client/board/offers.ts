/** An act that is open to a seat now; each game's view has those of its seat. */
export interface Offer {
  act: string;
  values?: Readonly<Record<string, readonly unknown[]>>;
  since?: number;
  until?: number | null;
  foul?: boolean;
}

/** Whether an act is open to the seat and no foul. */
export const isOffered = (offers: readonly Offer[], act: string): boolean =>
  offers.some((offer) => offer.act === act && !offer.foul);

/** Whether the rules answer an act now, as a foul or not. */
export const isAnswered = (offers: readonly Offer[], act: string): boolean =>
  offers.some((offer) => offer.act === act);
