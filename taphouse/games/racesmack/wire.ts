// Made by tools/wire.py from the Python types. Change those, then run it again.

/** The table of Racesmack, as one seat may see it. */
export interface View {
  /** Counted from 1. */
  round: number;
  /** `picking`: lay a card. `closed`: the cards are about to be revealed. `turning` and `flipping`: After You, cards are turned up one after the other. `smacking`: smack a correct card. `resolving`: place and lose cards. */
  phase: PhaseName;
  /** When the phase began; while smacking, when the cards were shown. */
  since: number | null;
  /** The public deadline of the phase, if there is one; a task has its own. */
  until: number | null;
  /** What makes a card correct, as the cards lie. After You: `None` before a Rule card is turned. */
  rule: string | null;
  /** The Rule card that says so; `None`: the default. */
  rule_card: string | null;
  /** The variant: of several correct cards only some stay correct. */
  tiebreaker: boolean;
  /** After You: hands are face-down piles. */
  blind: boolean;
  /** The cards to smack, by seat; after the round those that were. */
  ring: readonly (string | null)[];
  /** How many cards lie before each seat, face up or down. */
  heights: readonly number[];
  /** Until then one's own Rule card stands on its head. */
  upright: number | null;
  /** After You: who turns a card. */
  turn: number | null;
  /** One's own; empty for spectators, and where hands are blind. */
  hand: readonly string[];
  /** How many cards each seat has in hand. */
  hands: readonly number[];
  /** One's own. */
  pick: string | null;
  /** Who has laid a card. */
  picked: readonly number[];
  /** How many have smacked. */
  smacked: number;
  /** One's own smack; everyone's after the round, or where the table shows them. The earliest first. */
  prints: readonly Print[];
  /** Who made a false start in this round. */
  early: readonly number[];
  /** Time Penalty: incorrect in this round whenever several cards are correct. */
  marked: readonly number[];
  /** How the last round came out. `None`: none is shown. */
  result: Result | null;
  /** What one has to choose oneself. */
  task: Task | null;
  /** The Race of each seat. */
  races: readonly (readonly string[])[];
  /** How near each Race is to the finish that counts in it. */
  standings: readonly (Standing | null)[];
  /** The top card of the draw pile, open to all. */
  top: string | null;
  /** How many cards are left to draw. */
  draw: number;
  /** Who is not waited for. */
  away: readonly number[];
  /** Of each seat; more is better. */
  points: readonly number[];
  /** `None`: the game is on. */
  winners: readonly number[] | null;
  /** How it was won. `None`: the game is on. */
  won_by: "cards" | "finish" | null;
}

export type PhaseName =
  | "closed"
  | "flipping"
  | "over"
  | "picking"
  | "resolving"
  | "smacking"
  | "turning";

/** Where a glove fell. */
export interface Print {
  seat: number;
  /** The owner of the card smacked. */
  whose: number;
  at: number;
}

/** How a round came out, and why. */
export interface Result {
  /** What made a card correct. */
  rule: string;
  /** The Rule card that said so; `None`: the default. */
  card: string | null;
  /** Whose cards were correct. Nobody's: then everyone's own card was. */
  correct: readonly number[];
  /** Each card before the rule, ties not yet broken. */
  cases: readonly (Case | null)[];
  /** How often each colour or shape was seen, if the rule asks for it. */
  counts: Record<string, number>;
  /** How each seat's smack came out; `none`: it smacked nothing. */
  outcomes: readonly Outcome[];
  /** The first who smacked a correct card. */
  fastest: number | null;
}

/** One card before the rule: does it hold, and why? */
export interface Case {
  /** The card is as the rule says. */
  holds: boolean;
  /** What was counted to find out. */
  figure: number | null;
  /** The neighbours that make it hold. */
  by: readonly number[];
}

export type Outcome = "correct" | "incorrect" | "none";

export type Task = Placing | Losing | Paying;

/** Won cards on the way to the Race. */
export interface Placing {
  type: "Placing";
  /** Those still to be placed. */
  cards: readonly string[];
  since: number;
  until: number;
}

/** So many cards to give up. */
export interface Losing {
  type: "Losing";
  /** How many are still to be given up. */
  count: number;
  source: Source;
  since: number;
  until: number;
}

export type Source = "blind" | "hand" | "race";

/** A penalty to choose. */
export interface Paying {
  type: "Paying";
  /** What the player can pay with. */
  choices: readonly Penalty[];
  since: number;
  until: number;
}

export type Penalty = "hand" | "race" | "tie";

/** How a Race stands before its finish. */
export interface Standing {
  /** Of each thing that counts: how many there are, and how many it takes. */
  counts: readonly (readonly [number, number])[];
  /** Two of the cards must not lie in one Race, or not side by side. */
  broken: boolean;
}

export type Acts = Pick | Turn | Smack | Place | Lose | Pay;

/** Lays a hand card face down. May be changed until all have picked. */
export interface Pick {
  type: "Pick";
  card: string;
}

/** After You: turns up the top card of one's own pile. */
export interface Turn {
  type: "Turn";
}

/** The one tap of a round, on any card in the ring. */
export interface Smack {
  type: "Smack";
  card: string;
}

/** Adds a won card to an end of one's Race. */
export interface Place {
  type: "Place";
  card: string;
  end: End;
}

export type End = "left" | "right";

/** Gives up this card. */
export interface Lose {
  type: "Lose";
  card: string;
}

/** Time Penalty: chooses how. */
export interface Pay {
  type: "Pay";
  penalty: Penalty;
}

export type Events =
  | Picked
  | HousePicked
  | PicksClosed
  | CardsRevealed
  | Turned
  | HouseTurned
  | CardTurned
  | Smacked
  | TooEarly
  | RoundEnded
  | Placed
  | HousePlaced
  | Lost
  | HouseLost
  | Paid
  | HousePaid
  | CardsDrawn
  | RoundBegan
  | GameWon
  | Left
  | Returned
  | Refused;

/** A card lies face down. */
export interface Picked {
  type: "Picked";
  seat: number;
  /** `None`: not yours to know. */
  card: string | null;
}

/** Time was up, or nobody there to pick: a random one. */
export interface HousePicked {
  type: "HousePicked";
  seat: number;
  /** `None`: not yours to know. */
  card: string | null;
}

/** Every card lies face down; look up! */
export interface PicksClosed {
  type: "PicksClosed";
  at: number;
}

/** All at one instant. */
export interface CardsRevealed {
  type: "CardsRevealed";
  cards: readonly (string | null)[];
  at: number;
}

/** The player turned up a card. */
export interface Turned {
  type: "Turned";
  seat: number;
  at: number;
}

/** The player was away, or dreaming. */
export interface HouseTurned {
  type: "HouseTurned";
  seat: number;
  at: number;
}

/** A regular one: the next player turns. A Rule card: smack! */
export interface CardTurned {
  type: "CardTurned";
  seat: number;
  card: string;
  at: number;
}

/** Final, right or wrong. */
export interface Smacked {
  type: "Smacked";
  seat: number;
  card: string;
  at: number;
  /** Told to all. */
  open: boolean;
}

/** The finger fell before there was anything to read; it does not count. */
export interface TooEarly {
  type: "TooEarly";
  seat: number;
}

/** Everyone sees what was correct. */
export interface RoundEnded {
  type: "RoundEnded";
  /** How it came out. */
  result: Result;
  at: number;
}

/** A won card lies in the Race. */
export interface Placed {
  type: "Placed";
  seat: number;
  card: string;
  end: End;
  at: number;
}

/** Time was up, or there was nothing to choose: at the right end. */
export interface HousePlaced {
  type: "HousePlaced";
  seat: number;
  cards: readonly string[];
}

/** The player gave up a card. */
export interface Lost {
  type: "Lost";
  seat: number;
  /** `None`: not yours to know. */
  card: string | null;
  source: Source;
  at: number;
}

/** Time was up, or there was nothing to choose. */
export interface HouseLost {
  type: "HouseLost";
  seat: number;
  /** `None`: not yours to know. */
  cards: readonly (string | null)[];
  source: Source;
}

/** The player chose a penalty. */
export interface Paid {
  type: "Paid";
  seat: number;
  penalty: Penalty;
  at: number;
}

/** Time was up: a random one. Or there was nothing to choose. */
export interface HousePaid {
  type: "HousePaid";
  seat: number;
  penalty: Penalty;
  at: number;
}

/** Everyone draws, each seat its own cards. */
export interface CardsDrawn {
  type: "CardsDrawn";
  /** `None`: not yours to know. */
  cards: readonly (readonly (string | null)[])[];
  /** Into a face-down pile, unseen by its owner too. */
  blind: boolean;
}

/** The next round. */
export interface RoundBegan {
  type: "RoundBegan";
  start: number;
  at: number;
}

/** The game is over. */
export interface GameWon {
  type: "GameWon";
  winners: readonly number[];
  /** `finish`: a Race met its finish. `cards`: the draw pile ran out, and the longest Race wins. */
  by: "cards" | "finish";
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
  /** A short reason, as in `not-now`; the game's words have a sentence for each. */
  why: string;
}

export interface Options {
  first_game: boolean;
  noise_cancelling: boolean;
  racing_rules: boolean;
  time_penalty: boolean;
  tiebreaker: boolean;
  after_you: boolean;
  shifting_gears: "auto" | "in" | "out";
  deck: "fixed" | "generated";
  smacks: "hidden" | "shown";
  pick_limit: number;
  smack_limit: number;
  choose_limit: number;
  windows: 100 | 150 | 200 | 300;
}
