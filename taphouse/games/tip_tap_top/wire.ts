// Made by tools/wire.py from the Python types. Change those, then run it again.

export interface View {
  phase: PhaseName;
  /** When the phase began; while racing or feinting, when the paddle fell or did not. */
  since: number | null;
  /** The public deadline, if there is one. */
  until: number | null;
  /** When the active player's time is up; a race or a bluff under way is played out. */
  deadline: number;
  /** When the hand went up that made this race or this bluff. */
  wound: number | null;
  /** After a bluff: when the next hand may go up. */
  open: number | null;
  turn: number;
  dealer: number;
  turns: number;
  gestures: number;
  /** Hands raised since the turn began or a pair was laid. */
  tries: number;
  /** What is asked of this seat now, or allowed. */
  may: readonly Deed[];
  hand: readonly string[];
  /** The number of each pair in this hand, the lowest first. */
  pairs: readonly string[];
  counts: readonly number[];
  pile: number;
  laid: readonly (readonly string[])[];
  pairs_left: number;
  /** How many cards the active player still draws. */
  owed: number;
  /** From whom he may take them. */
  sources: readonly number[];
  /** Who still has to slap. */
  must: readonly number[];
  /** The paddles of this race, in the order of the verdict. */
  slaps: readonly Slapped[];
  /** Who touched his plate since the last hand went up, and lost a card. */
  paid: readonly number[];
  touched: Record<number, number>;
  /** What came of the last raised hand. */
  outcome: Outcome | null;
  honest: readonly number[];
  feints: readonly number[];
  caught: readonly number[];
  plates: "buttons" | "flick";
  away: readonly number[];
  points: readonly number[];
  /** Who held the Joker in the end. */
  joker: number | null;
  winners: readonly number[] | null;
}

export type PhaseName =
  | "drawing"
  | "feinting"
  | "over"
  | "racing"
  | "resting"
  | "showing"
  | "thinking"
  | "winding";

export type Deed = "bluff" | "follow" | "pass" | "slap" | "take";

/** One paddle of a race, in the order of their fall. */
export interface Slapped {
  seat: number;
  at: number;
  blur: number;
}

/** What came of the last raised hand. */
export interface Outcome {
  seat: number;
  what: "bluff" | "laid" | "no-pair" | "rim" | "too-close" | "too-slow";
  pair: string | null;
  loser: number | null;
  slaps: readonly Slapped[];
}

export type Acts = Take | Slap | Graze | Bluff | Follow | Pass;

/** The pile is empty: one card from this opponent. */
export interface Take {
  type: "Take";
  source: number;
}

/** The active player strikes his plate. */
export interface Slap {
  type: "Slap";
  /** The number of the pair he means. `None`: his lowest. */
  pair?: string | null;
}

/** The active player's flick lands on the rim of his plate. */
export interface Graze {
  type: "Graze";
}

/** The active player stops short of his plate. */
export interface Bluff {
  type: "Bluff";
}

/** Any other player touches his plate, whatever he thinks he saw. */
export interface Follow {
  type: "Follow";
}

/** I pass. */
export interface Pass {
  type: "Pass";
}

export type Events =
  | TurnBegan
  | CardDrawn
  | Took
  | HouseTook
  | WoundUp
  | PaddleFell
  | Feigned
  | Faulted
  | TooSoon
  | Fooled
  | Followed
  | PairLaid
  | Jammed
  | BluffEnded
  | TurnWentOn
  | Passed
  | TurnEnded
  | GameWon
  | Left
  | Returned
  | Refused;

export interface TurnBegan {
  type: "TurnBegan";
  seat: number;
  /** How many cards he draws. */
  owed: number;
  at: number;
  until: number;
}

/** From the pile. */
export interface CardDrawn {
  type: "CardDrawn";
  seat: number;
  card: string | null;
  at: number;
}

export interface Took {
  type: "Took";
  seat: number;
  source: number;
  card: string | null;
  at: number;
}

/** Only one opponent was left to choose, or the time was up. */
export interface HouseTook {
  type: "HouseTook";
  seat: number;
  source: number;
  card: string | null;
  at: number;
}

/** A hand is up. What becomes of it nobody is told before `shown`. */
export interface WoundUp {
  type: "WoundUp";
  seat: number;
  at: number;
  gesture: Gesture | null;
  pair: string | null;
  shown: number | null;
}

export type Gesture = "bluff" | "graze" | "slap";

/** It was a slap: the race is on. */
export interface PaddleFell {
  type: "PaddleFell";
  seat: number;
  must: readonly number[];
  at: number;
  until: number;
}

/** It was a bluff: nothing fell. */
export interface Feigned {
  type: "Feigned";
  seat: number;
  at: number;
  /** When his next hand may go up. */
  open: number;
  until: number;
}

/** It was a slap without a pair, or one that failed: his turn is over. */
export interface Faulted {
  type: "Faulted";
  seat: number;
  why: Fault;
  at: number;
  until: number;
}

export type Fault = "no-pair" | "rim";

/** Touched his plate before a slap was shown to him. */
export interface TooSoon {
  type: "TooSoon";
  seat: number;
  taker: number;
  card: string | null;
  at: number;
}

/** Touched his plate at a bluff. */
export interface Fooled {
  type: "Fooled";
  seat: number;
  taker: number;
  card: string | null;
  at: number;
}

/** In time, or last: the race will tell. */
export interface Followed {
  type: "Followed";
  seat: number;
  at: number;
  blur: number;
}

/** The race is decided. */
export interface PairLaid {
  type: "PairLaid";
  seat: number;
  pair: string;
  loser: number | null;
  card: string | null;
  at: number;
  until: number;
}

/** Nobody can say who was last. */
export interface Jammed {
  type: "Jammed";
  seat: number;
  why: Jam;
  at: number;
  until: number;
}

export type Jam = "too-close" | "too-slow";

export interface BluffEnded {
  type: "BluffEnded";
  seat: number;
  at: number;
}

export interface TurnWentOn {
  type: "TurnWentOn";
  seat: number;
  at: number;
}

export interface Passed {
  type: "Passed";
  seat: number;
  at: number;
}

/** He did not say so himself. */
export interface TurnEnded {
  type: "TurnEnded";
  seat: number;
  why: "away" | "single-card" | "time";
  at: number;
}

export interface GameWon {
  type: "GameWon";
  winners: readonly number[];
  joker: number | null;
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
  turn_limit: number;
  race_limit: number;
  bluff_window: number;
  plates: "buttons" | "flick";
  windows: 100 | 150 | 200 | 300;
}
