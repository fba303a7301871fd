// Made by taphouse.testing.wire slapjack from the Python types. Change those, then run it again.

export interface View {
  /** What this seat may do now. */
  offers: readonly Offer[];
  phase: "jack" | "over" | "taken" | "waiting";
  /** When the phase began. */
  since: number;
  until: number | null;
  /** Whose card is turned next. */
  turn: number;
  pile: number;
  /** The card on top of the pile; after a slap, the jack that was taken. */
  top: string | null;
  /** Who took the pile. */
  by: number | null;
  /** Who has slapped since the last card. */
  slapped: readonly number[];
  /** Cards turned so far. */
  turned: number;
  taken: number;
  /** The game ends when so many piles were taken. */
  jacks: number;
  away: readonly number[];
  /** The cards of each player. */
  points: readonly number[];
  winners: readonly number[] | null;
}

/** An act that is open to a seat now. */
export interface Offer {
  /** The `type` of the act. */
  act: string;
  /** The values that a field may have now, or the items of a list. Any other field may have any value of its type. */
  values?: Record<string, readonly unknown[]>;
  /** Not before this time. */
  since?: number;
  /** Only before this time. */
  until?: number | null;
  /** Nobody wants to do it now: the rules answer, and it costs something. A false start, for example. */
  foul?: boolean;
}

export type Acts = Turn | Slap;

/** Turn the top card of the own stack onto the pile. */
export interface Turn {
  type: "Turn";
}

/** Lay a hand on the pile. */
export interface Slap {
  type: "Slap";
}

export type Events =
  | Turned
  | HouseTurned
  | Slapped
  | Beaten
  | Missed
  | PlayWentOn
  | GameWon
  | Left
  | Returned
  | Refused;

export interface Turned {
  type: "Turned";
  seat: number;
  card: string;
  at: number;
}

export interface HouseTurned {
  type: "HouseTurned";
  seat: number;
  card: string;
  at: number;
}

export interface Slapped {
  type: "Slapped";
  seat: number;
  at: number;
  cards: number;
}

export interface Beaten {
  type: "Beaten";
  seat: number;
  by: number;
  late: number;
}

export interface Missed {
  type: "Missed";
  seat: number;
  to: number;
}

export interface PlayWentOn {
  type: "PlayWentOn";
  seat: number;
  at: number;
}

export interface GameWon {
  type: "GameWon";
  winners: readonly number[];
}

/** The seat is away. */
export interface Left {
  type: "Left";
  seat: number;
}

/** The seat is back. */
export interface Returned {
  type: "Returned";
  seat: number;
}

/** The act did not count. Part of play, never an exception. */
export interface Refused {
  type: "Refused";
  seat: number;
  /** `game-over`, or one of the game's reasons, as in `not-now`; its words have a sentence for each. */
  why: string;
}

export type Why = "not-now";

export interface Options {
  windows: 100 | 150 | 200 | 300;
  /** The text of an own deck. Not written without one, so that games without decks stay as they were. */
  own_deck?: string;
  jacks: number;
}

/** The slap for a jack. Jacks are counted from 0. */
export interface Contest {
  jack: number;
}
