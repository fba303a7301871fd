// Made by tools/wire.py from the Python types. Change those, then run it again.

/** The table of Tip Tap Top, as one seat may see it. */
export interface View {
  /** What this seat may do now. */
  offers: readonly Offer[];
  /** `drawing`: the active player draws. `thinking`: slap, bluff or pass. `winding`: a hand is up. `racing`: a paddle fell, everyone follows. `feinting`: it was a bluff. `showing`: the race is decided. `resting`: the turn is over. */
  phase: PhaseName;
  /** When the phase began; while racing or feinting, when the paddle fell or did not. */
  since: number | null;
  /** The public deadline, if there is one. */
  until: number | null;
  /** When the active player's time is up; a race or a bluff under way is played out. */
  deadline: number;
  /** When the hand of this race or this bluff went up. */
  wound: number | null;
  /** After a bluff: when the next hand may go up. */
  open: number | null;
  /** Whose turn it is. */
  turn: number;
  /** Who dealt. */
  dealer: number;
  /** How many turns there were. */
  turns: number;
  /** How many hands were raised in this game. */
  gestures: number;
  /** Hands raised since the turn began or a pair was laid. */
  tries: number;
  hand: readonly string[];
  /** The number of each pair in this hand, the lowest first. */
  pairs: readonly string[];
  /** How many cards each seat holds. */
  counts: readonly number[];
  /** How many cards are left to draw. */
  pile: number;
  /** The pairs in front of each seat, by their number. */
  laid: readonly (readonly string[])[];
  /** How many pairs are still to be laid. */
  pairs_left: number;
  /** How many cards the active player still draws. */
  owed: number;
  /** The opponents from whom they may be taken. */
  sources: readonly number[];
  /** Who still has to slap. */
  must: readonly number[];
  /** The paddles of this race, in the order of the verdict. */
  slaps: readonly Slapped[];
  /** Who touched their plate since the last hand went up, and lost a card. */
  paid: readonly number[];
  /** When each seat that paid in this turn did so last. */
  touched: Record<number, number>;
  /** The result of the last raised hand. */
  outcome: Outcome | null;
  /** How many races each seat began. */
  honest: readonly number[];
  /** How many bluffs each seat made. */
  feints: readonly number[];
  /** How many cards each seat lost by touching its plate. */
  caught: readonly number[];
  /** How hands are raised on a page. */
  plates: "buttons" | "flick";
  /** Who is not waited for. */
  away: readonly number[];
  /** Of each seat; more is better. */
  points: readonly number[];
  /** Who held the Joker in the end. */
  joker: number | null;
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

export type PhaseName =
  | "drawing"
  | "feinting"
  | "over"
  | "racing"
  | "resting"
  | "showing"
  | "thinking"
  | "winding";

/** One paddle of a race, in the order of their fall. */
export interface Slapped {
  seat: number;
  at: number;
  blur: number;
}

/** The result of the last raised hand. */
export interface Outcome {
  seat: number;
  /** `laid`: a pair lies open. `too-close` and `too-slow`: the plates jammed. `no-pair` and `rim`: the slap failed. */
  what: "bluff" | "laid" | "no-pair" | "rim" | "too-close" | "too-slow";
  pair: string | null;
  loser: number | null;
  /** The paddles of the race. */
  slaps: readonly Slapped[];
  /** The other pairs, laid with this one because no card is left elsewhere. */
  more: readonly string[];
}

export type Acts = Take | Slap | Graze | Bluff | Follow | Pass;

/** The pile is empty: the player takes one card from this opponent. */
export interface Take {
  type: "Take";
  /** The opponent. */
  source: number;
}

/** The active player strikes their plate. */
export interface Slap {
  type: "Slap";
  /** The number of the pair to lay. `None`: the lowest one. */
  pair?: string | null;
}

/** The active player's flick lands on the rim of their plate. */
export interface Graze {
  type: "Graze";
}

/** The active player stops short of their plate. */
export interface Bluff {
  type: "Bluff";
}

/** Any other player touches their plate, whatever they think they saw. */
export interface Follow {
  type: "Follow";
}

/** The active player passes. */
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

/** A player's turn begins. */
export interface TurnBegan {
  type: "TurnBegan";
  seat: number;
  /** How many cards the player draws. */
  owed: number;
  at: number;
  until: number;
}

/** The player drew a card from the pile. */
export interface CardDrawn {
  type: "CardDrawn";
  seat: number;
  /** `None`: hidden from this seat. */
  card: string | null;
  at: number;
}

/** The active player took a card from an opponent. */
export interface Took {
  type: "Took";
  seat: number;
  source: number;
  /** `None`: hidden from this seat. */
  card: string | null;
  at: number;
}

/** The house took a card for the player: only one opponent was left to choose, or the time was up. */
export interface HouseTook {
  type: "HouseTook";
  seat: number;
  source: number;
  /** `None`: hidden from this seat. */
  card: string | null;
  at: number;
}

/** A hand is up. Nobody else learns what it does before `shown`. */
export interface WoundUp {
  type: "WoundUp";
  seat: number;
  at: number;
  /** `None`: hidden from this seat; so are the rest. */
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
  /** When the player's next hand may go up. */
  open: number;
  until: number;
}

/** It was a slap without a pair, or one that failed: the turn is over. */
export interface Faulted {
  type: "Faulted";
  seat: number;
  why: Fault;
  at: number;
  until: number;
}

export type Fault = "no-pair" | "rim";

/** The player touched their plate before a slap was shown to them. */
export interface TooSoon {
  type: "TooSoon";
  seat: number;
  taker: number;
  /** `None`: hidden from this seat. */
  card: string | null;
  at: number;
}

/** The player touched their plate at a bluff. */
export interface Fooled {
  type: "Fooled";
  seat: number;
  taker: number;
  /** `None`: hidden from this seat. */
  card: string | null;
  at: number;
}

/** The player slapped. Whether they were last is decided with the race. */
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
  /** What the loser paid. `None`: nothing, or hidden from this seat. */
  card: string | null;
  at: number;
  until: number;
  /** The other pairs of this hand, laid with it because no card is left elsewhere. */
  more: readonly string[];
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

/** A touch no longer counts as fooled by the bluff. */
export interface BluffEnded {
  type: "BluffEnded";
  seat: number;
  at: number;
}

/** The active player may raise a hand again. */
export interface TurnWentOn {
  type: "TurnWentOn";
  seat: number;
  at: number;
}

/** The active player passed. */
export interface Passed {
  type: "Passed";
  seat: number;
  at: number;
}

/** The turn is over without a pass. */
export interface TurnEnded {
  type: "TurnEnded";
  seat: number;
  /** The player is away, holds one card or none, or their time is up. */
  why: "away" | "single-card" | "time";
  at: number;
}

/** The game is over. */
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
  /** `game-over`, or one of the game's reasons, as in `not-now`; its words have a sentence for each. */
  why: string;
}

export type Why =
  | "already-paid"
  | "already-slapped"
  | "between-turns"
  | "bluff-is-on"
  | "bounced"
  | "hand-still-down"
  | "no-cards"
  | "no-rim"
  | "no-such-pair"
  | "not-in-this-race"
  | "not-now"
  | "not-your-turn"
  | "nothing-to-take"
  | "race-over"
  | "time-is-up"
  | "your-own-turn";

export interface Options {
  turn_limit: number;
  race_limit: number;
  bluff_window: number;
  plates: "buttons" | "flick";
  windows: 100 | 150 | 200 | 300;
  /** The text of an own deck. Not written without one, so that games without decks stay as they were. */
  own_deck?: string;
}

/** All hands of one race. */
export interface Contest {
  /** Counted from 1. */
  turn: number;
  /** Which raised hand of the game started the race, counted from 1. */
  gesture: number;
}
