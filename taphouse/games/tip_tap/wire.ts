// Made by tools/wire.py from the Python types. Change those, then run it again.

export interface View {
  game: number;
  games: number;
  round: number;
  phase: PhaseName;
  /** When this seat saw the phase begin; while hunting, when it saw the card. */
  since: number | null;
  /** The public deadline, if there is one. */
  until: number | null;
  lead: number;
  card: readonly string[] | null;
  deck: number;
  pieces: "frames" | "shapes";
  side: "coloured" | "dark";
  layout: readonly (readonly [string, number])[];
  /** Empty in the dark. */
  colours: Record<string, Colour>;
  owner: Record<string, number>;
  fingers: Record<string, number>;
  /** When each of the fingers fell. */
  fell: Record<string, number>;
  /** Who came too late to a shape in this round. */
  beaten: Record<string, readonly number[]>;
  /** Left and right: free, rest, spent, or the name of the shape it holds. */
  hands: readonly (readonly [string, string])[];
  real_hold: boolean;
  done: readonly number[];
  away: readonly number[];
  dealt: Record<string, number>;
  /** Held in the round just ended, but not on its card. */
  wrong: readonly string[];
  points: readonly number[];
  goal: number;
  winners: readonly number[] | null;
}

export type PhaseName = "dealing" | "hunting" | "over" | "ready" | "turning";

export type Colour = "blue" | "lilac" | "mint" | "orange" | "wine";

export type Acts = Flip | Tap | Rest | Done | Lift;

/** The lead turns the top card. */
export interface Flip {
  type: "Flip";
}

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

/** Nothing more. */
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

export interface Flipped {
  type: "Flipped";
  seat: number;
  at: number;
  shown: number | null;
}

/** The lead was away, or dreaming. */
export interface HouseFlipped {
  type: "HouseFlipped";
  at: number;
  shown: number | null;
}

/** To all but the lead, who sees it at `lead_shown`. */
export interface CardShown {
  type: "CardShown";
  card: readonly string[];
  lead: number;
  shown: number;
  lead_shown: number;
  until: number;
}

export interface LeadSaw {
  type: "LeadSaw";
  lead: number;
  card: readonly string[];
}

export interface Held {
  type: "Held";
  seat: number;
  hand: HandName;
  shape: string;
  at: number;
}

/** Someone was on the shape before; the hand must rest. */
export interface Beaten {
  type: "Beaten";
  seat: number;
  hand: HandName;
  shape: string;
  by: number;
  late: number;
}

/** The card was not shown yet; the hand must rest. */
export interface TooEarly {
  type: "TooEarly";
  seat: number;
  hand: HandName;
}

export interface Rested {
  type: "Rested";
  seat: number;
}

/** Said "nothing more". */
export interface Stopped {
  type: "Stopped";
  seat: number;
}

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
  dealt: Record<string, number>;
  stolen: Record<string, number>;
  wrong: readonly string[];
  until: number;
}

export interface RoundBegan {
  type: "RoundBegan";
  lead: number;
  at: number;
}

export interface DeckShuffled {
  type: "DeckShuffled";
  deck: readonly (readonly string[])[];
}

/** One game of a series; the table is set up afresh. */
export interface GameEnded {
  type: "GameEnded";
  points: readonly number[];
  layout: readonly (readonly [string, number])[];
  deck: readonly (readonly string[])[];
  lead: number;
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
  why: string;
}

export interface Options {
  pieces: "frames" | "shapes";
  side: "coloured" | "dark";
  layout: "grid" | "scattered";
  lead_lag: number;
  limit: number;
  real_hold: boolean;
  series: boolean;
  windows: 100 | 150 | 200 | 300;
}
