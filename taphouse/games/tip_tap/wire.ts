// Made by tools/wire.py from the Python types. Change those, then run it again.

/** The table of Tip Tap, as one seat may see it. */
export interface View {
  /** What this seat may do now. */
  offers: readonly Offer[];
  /** Which game of a series this is, counted from 1. */
  game: number;
  /** How many games the series has. */
  games: number;
  /** Counted from 1. */
  round: number;
  /** `ready`: the lead may flip. `turning`: the card is about to show. `hunting`: find its shapes. `dealing`: the shapes go to the players who held them. */
  phase: PhaseName;
  /** When this seat saw the phase begin; while hunting, when it saw the card. */
  since: number | null;
  /** The public deadline, if there is one. */
  until: number | null;
  /** Who turns the card. */
  lead: number;
  /** The shapes to find. `None`: no card is visible. */
  card: readonly string[] | null;
  /** How many cards are left. */
  deck: number;
  /** What lies on the table. */
  pieces: "frames" | "shapes";
  /** Which side is up. */
  side: "coloured" | "dark";
  /** The shapes in reading order, each with the degrees by which it is turned. */
  layout: readonly (readonly [string, number])[];
  /** Empty in the dark. */
  colours: Record<string, Colour>;
  /** The owner of each shape; a shape without one lies in the centre. */
  owner: Record<string, number>;
  /** Whose finger is on each shape that is held. */
  fingers: Record<string, number>;
  /** When each of the fingers fell. */
  fell: Record<string, number>;
  /** Who came too late to a shape in this round. */
  beaten: Record<string, readonly number[]>;
  /** Of each seat, left and right: free, rest, spent, or the name of the shape it holds. */
  hands: readonly (readonly [string, string])[];
  /** A finger must really stay on the glass. */
  real_hold: boolean;
  /** Who said "nothing more". */
  done: readonly number[];
  /** Who is not waited for. */
  away: readonly number[];
  /** In `dealing` and after the last round: who takes each shape. */
  dealt: Record<string, number>;
  /** Held in the round just ended, but not on its card. */
  wrong: readonly string[];
  /** Of each seat; more is better. */
  points: readonly number[];
  /** With so many shapes the game ends. */
  goal: number;
  /** `None`: the game is not over. */
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

export type PhaseName = "dealing" | "hunting" | "over" | "ready" | "turning";

export type Colour = "blue" | "lilac" | "mint" | "orange" | "wine";

export type Acts = Flip | Tap | Rest | Done | Lift;

/** The lead turns the top card. */
export interface Flip {
  type: "Flip";
}

/** A finger falls on a shape. */
export interface Tap {
  type: "Tap";
  shape: string;
  /** `None`: the first free hand. */
  hand?: HandName | null;
}

export type HandName = "left" | "right";

/** Every hand that must rest goes under the table, and is free again. */
export interface Rest {
  type: "Rest";
}

/** The player will hold nothing more in this round. */
export interface Done {
  type: "Done";
}

/** The finger leaves the glass. */
export interface Lift {
  type: "Lift";
  hand: HandName;
}

export type Events =
  | Flipped
  | HouseFlipped
  | CardShown
  | LeadSaw
  | Held
  | Beaten
  | TooEarly
  | Rested
  | Stopped
  | Lifted
  | RoundEnded
  | RoundBegan
  | DeckShuffled
  | GameEnded
  | GameWon
  | Left
  | Returned
  | Refused;

/** The lead turned the card; it shows after a delay that nobody can guess. */
export interface Flipped {
  type: "Flipped";
  seat: number;
  at: number;
  /** `None`: hidden from this seat. */
  shown: number | null;
}

/** The house turned the card, because the lead was away or too slow. */
export interface HouseFlipped {
  type: "HouseFlipped";
  at: number;
  /** `None`: hidden from this seat. */
  shown: number | null;
}

/** The card is shown to all but the lead, who sees it at `lead_shown`. */
export interface CardShown {
  type: "CardShown";
  card: readonly string[];
  lead: number;
  shown: number;
  lead_shown: number;
  until: number;
}

/** The lead sees the card too. */
export interface LeadSaw {
  type: "LeadSaw";
  lead: number;
  card: readonly string[];
}

/** The finger was the first on the shape. */
export interface Held {
  type: "Held";
  seat: number;
  hand: HandName;
  shape: string;
  at: number;
}

/** Another finger was on the shape before; the hand must rest. */
export interface Beaten {
  type: "Beaten";
  seat: number;
  hand: HandName;
  shape: string;
  /** Who holds the shape. */
  by: number;
  /** By how much the finger was later. */
  late: number;
}

/** The card was not shown yet; the hand must rest. */
export interface TooEarly {
  type: "TooEarly";
  seat: number;
  hand: HandName;
}

/** The hands are free again. */
export interface Rested {
  type: "Rested";
  seat: number;
}

/** The player said "nothing more". */
export interface Stopped {
  type: "Stopped";
  seat: number;
}

/** The shape is free again. */
export interface Lifted {
  type: "Lifted";
  seat: number;
  hand: HandName;
  shape: string;
}

/** The shapes are dealt, all at the same time. */
export interface RoundEnded {
  type: "RoundEnded";
  card: readonly string[];
  /** Who takes each shape. */
  dealt: Record<string, number>;
  /** The former owner of each stolen shape. */
  stolen: Record<string, number>;
  /** Held, but not on the card. */
  wrong: readonly string[];
  until: number;
}

/** The next player leads. */
export interface RoundBegan {
  type: "RoundBegan";
  lead: number;
  at: number;
}

/** All cards were used: they are shuffled into a new deck. */
export interface DeckShuffled {
  type: "DeckShuffled";
  /** Empty: hidden from this seat. */
  deck: readonly (readonly string[])[];
}

/** One game of a series ended; the table is set up again. */
export interface GameEnded {
  type: "GameEnded";
  /** Of each seat, in the game that ended. */
  points: readonly number[];
  /** Where each shape lies now, and how it is turned. */
  layout: readonly (readonly [string, number])[];
  /** Empty: hidden from this seat. */
  deck: readonly (readonly string[])[];
  lead: number;
  at: number;
}

/** The game is over. */
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

export type Why =
  | "already-said"
  | "already-yours"
  | "finger-stays"
  | "must-rest"
  | "no-free-hand"
  | "no-such-shape"
  | "not-now"
  | "not-the-lead"
  | "nothing-to-lift"
  | "nothing-to-rest"
  | "round-over";

export interface Options {
  pieces: "frames" | "shapes";
  side: "coloured" | "dark";
  layout: "grid" | "scattered";
  lead_lag: number;
  limit: number;
  real_hold: boolean;
  series: boolean;
  windows: 100 | 150 | 200 | 300;
  /** The text of an own deck. Not written without one, so that games without decks stay as they were. */
  own_deck?: string;
}

/** All taps on one shape in one round. */
export interface Contest {
  /** Which game of the series, counted from 1. */
  game: number;
  /** Counted from 1. */
  round: number;
  /** The shape that was tapped. */
  shape: string;
}
