// Made by tools/wire.py from the Python types. Change those, then run it again.

/** The table of Snap Clap Tap, as one seat may see it. */
export interface View {
  /** What this seat may do now. */
  offers: readonly Offer[];
  /** `face-down`: about to begin. `free`: everyone plays. `stopped`: only the stopper plays. `giving`: a goof was called. `stuck`: nobody can play. `between`: a deal is won, the next one follows. */
  phase: PhaseName;
  /** When the phase began. */
  since: number | null;
  /** When the phase ends by itself; in free play, when the piles turn for players who cannot play. */
  until: number | null;
  /** Each seat's four piles. */
  give: readonly (readonly GiveView[])[];
  /** Left and right. */
  receive: readonly [ReceiveView, ReceiveView];
  /** Of this seat's own piles; a lock may be over. */
  locks: readonly (Lock | null)[];
  /** What this seat has done for the cards on top. */
  bound: Record<string, Bound>;
  /** What each seat did last. */
  gestures: readonly (Gesture | null)[];
  /** The last card that each seat laid. */
  plays: readonly (PlayView | null)[];
  /** Who alone may play. `None`: nobody is stopped. */
  stopper: number | null;
  /** How many plays the stopper has left. */
  left: number;
  /** The goof that was called. `None`: play goes on. */
  giving: Giving | null;
  /** Microphones listen for snaps, claps and taps. */
  for_real: boolean;
  /** Who is not waited for. */
  away: readonly number[];
  /** Of each seat; more is better. */
  points: readonly number[];
  /** Counted from 1. */
  deal: number;
  /** How many deals win the game. */
  deals: number;
  /** How many deals each seat has won; empty in a game of one deal. */
  won: readonly number[];
  /** Between two deals: who won the last one. */
  deal_winners: readonly number[];
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
  | "between"
  | "face-down"
  | "free"
  | "giving"
  | "over"
  | "stopped"
  | "stuck";

/** A pile that a player gives from. */
export interface GiveView {
  /** `None`: empty, or face down. */
  top: string | null;
  /** How many cards. */
  size: number;
}

/** A pile in the middle. */
export interface ReceiveView {
  /** `None`: face down. */
  card: string | null;
  /** How many cards. */
  size: number;
  /** Who laid it; `None`: the house. */
  by: number | null;
  at: number;
}

/** `card` did not match `on`; its pile is locked until then. */
export interface Lock {
  card: string;
  on: string;
  until: number;
}

/** An action done for a card that lies on top. */
export interface Bound {
  action: Action;
  at: number;
}

export type Action = "clap" | "snap" | "tap";

/** What a seat was seen to do, and how long screens show it. */
export interface Gesture {
  action: Action;
  at: number;
  until: number;
}

/** The last card a seat laid. */
export interface PlayView {
  card: string;
  on: string;
  /** The last action that seat was seen to do before it. */
  seen: Action | null;
  at: number;
  /** How long it can be called, right or wrong; `None`: it was called, or the deal is over. */
  until: number | null;
}

/** A goof was called; everyone sees what it costs. */
export interface Giving {
  type: "Giving";
  caller: number;
  offender: number;
  card: string;
  on: string;
  did: Action | null;
  gifts: readonly (readonly [string, number])[];
  since: number;
  until: number;
}

export type Acts = Do | Lay | Cry | Pass;

/** Snap, clap or tap, for the cards named: one receive pile's top, or both for the one played on next. */
export interface Do {
  type: "Do";
  action: Action;
  on: readonly string[];
}

/** Lays the top card of a give pile onto the card seen on a receive pile. */
export interface Lay {
  type: "Lay";
  card: string;
  on: string;
}

/** Calls a goof by `offender`, when they laid `card`. */
export interface Cry {
  type: "Cry";
  offender: number;
  card: string;
}

/** Gives up the rest of the three plays. */
export interface Pass {
  type: "Pass";
}

export type Events =
  | TurnedUp
  | Did
  | Laid
  | Bounced
  | Beaten
  | Passed
  | StopEnded
  | Caught
  | Mistaken
  | CalledTooLate
  | GotStuck
  | PilesTurned
  | PlayResumed
  | DealWon
  | Dealt
  | GameWon
  | Left
  | Returned
  | Refused;

/** All piles are turned up. */
export interface TurnedUp {
  type: "TurnedUp";
  at: number;
}

/** A player snapped, clapped or tapped. */
export interface Did {
  type: "Did";
  seat: number;
  action: Action;
  /** The tops it is bound to; hidden from other seats. */
  on: readonly string[];
  at: number;
}

/** A card lies on a receive pile. */
export interface Laid {
  type: "Laid";
  seat: number;
  card: string;
  on: string;
  at: number;
  blur: number;
  /** `None`: hidden from every seat. */
  goof: boolean | null;
  /** If it is a stop card: how long the stop lasts. */
  until: number | null;
}

/** The card does not match; its pile is locked. */
export interface Bounced {
  type: "Bounced";
  seat: number;
  card: string;
  on: string;
  until: number;
}

/** The card matched, but another player covered that pile first. No penalty. */
export interface Beaten {
  type: "Beaten";
  seat: number;
  card: string;
  on: string;
  by: number | null;
  late: number;
  /** The uncertainty of that: both taps' blur together. */
  blur: number;
}

/** The stopper gave up the remaining plays. */
export interface Passed {
  type: "Passed";
  seat: number;
}

/** Everyone may play again. */
export interface StopEnded {
  type: "StopEnded";
  stopper: number;
  at: number;
}

/** A goof, called by `seat`, who gives the offender cards. */
export interface Caught {
  type: "Caught";
  seat: number;
  offender: number;
  card: string;
  on: string;
  did: Action | null;
  gifts: readonly (readonly [string, number])[];
  at: number;
  until: number;
}

/** There was no goof; `seat` takes a card for the wrong call. */
export interface Mistaken {
  type: "Mistaken";
  seat: number;
  accused: number;
  card: string;
  gifts: readonly (readonly [string, number])[];
}

/** The call came too late. Nobody learns whether it was right. */
export interface CalledTooLate {
  type: "CalledTooLate";
  seat: number;
  accused: number;
  card: string;
}

/** Nobody can play: the receive piles are about to be turned. */
export interface GotStuck {
  type: "GotStuck";
  at: number;
  until: number;
}

/** The bottom card of each receive pile is its top now. */
export interface PilesTurned {
  type: "PilesTurned";
  at: number;
}

/** The cards are given; everyone plays again. */
export interface PlayResumed {
  type: "PlayResumed";
  at: number;
}

/** A deal is over. */
export interface DealWon {
  type: "DealWon";
  winners: readonly number[];
  at: number;
  /** When the next cards are dealt, if nobody has won enough deals. */
  until: number;
}

/** The cards of the next deal lie face down. */
export interface Dealt {
  type: "Dealt";
  /** Empty: hidden from this seat. */
  deck: readonly string[];
  at: number;
  until: number;
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
  | "already-called"
  | "between-deals"
  | "face-down"
  | "halted"
  | "locked"
  | "no-stop"
  | "nobody-there"
  | "not-your-top"
  | "nothing-there"
  | "stopped"
  | "stuck"
  | "too-late"
  | "your-own";

export interface Options {
  deals: 1 | 2 | 3 | 5;
  for_real: boolean;
  stop_limit: number;
  call_limit: number;
  /** Rule 20; `None`: switched off. */
  idle_limit: number | null;
  windows: 100 | 150 | 200 | 300;
  /** The text of an own deck. Not written without one, so that games without decks stay as they were. */
  own_deck?: string;
}

export type Contest = CardRace | GoofRace;

/** Cards laid on one card. */
export interface CardRace {
  type: "CardRace";
  /** The card on which they were laid. */
  card: string;
  /** When the card came to lie there; it may come up again later. */
  landed: number;
}

/** Calls of one goof. */
export interface GoofRace {
  type: "GoofRace";
  /** The card that was laid with a goof. */
  card: string;
  /** The deal in which it was laid. */
  deal: number;
}
