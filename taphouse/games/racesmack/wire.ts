// Made by tools/wire.py from the Python types. Change those, then run it again.

/** The table of Racesmack, as one seat may see it. */
export interface View {
  /** What this seat may do now. */
  offers: readonly Offer[];
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
  /** The Rule card with this rule; `None`: the default. */
  rule_card: string | null;
  /** The variant: of several correct cards only some stay correct. */
  tiebreaker: boolean;
  /** After You: hands are face-down piles. */
  blind: boolean;
  /** The cards to smack, by seat; after the round those that were. */
  ring: readonly (string | null)[];
  /** How many cards lie in front of each seat, face up or down. */
  heights: readonly number[];
  /** Until then one's own Rule card is upside down. */
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
  /** The result of the last round. `None`: none is shown. */
  result: Result | null;
  /** What this seat has to choose. */
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
  /** `None`: the game is not over. */
  winners: readonly number[] | null;
  /** How it was won. `None`: the game is not over. */
  won_by: "cards" | "finish" | null;
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

/** The result of a round, with the reasons. */
export interface Result {
  /** What made a card correct. */
  rule: string;
  /** The Rule card with this rule; `None`: the default. */
  card: string | null;
  /** The owners of the correct cards. If empty, everyone's own card was correct. */
  correct: readonly number[];
  /** The rule applied to each card, before ties are broken. */
  cases: readonly (Case | null)[];
  /** How often each colour or shape appeared, if the rule counts it. */
  counts: Record<string, number>;
  /** The result of each seat's smack; `none`: it smacked nothing. */
  outcomes: readonly Outcome[];
  /** The first seat that smacked a correct card. */
  fastest: number | null;
}

/** The rule applied to one card: whether it holds, and why. */
export interface Case {
  /** The card is as the rule says. */
  holds: boolean;
  /** The count that decided it. */
  figure: number | null;
  /** The neighbours that make it hold. */
  by: readonly number[];
}

export type Outcome = "correct" | "incorrect" | "none";

export type Task = Placing | Losing | Paying;

/** Won cards that are not yet in the Race. */
export interface Placing {
  type: "Placing";
  /** Those still to be placed. */
  cards: readonly string[];
  since: number;
  until: number;
}

/** Cards that the player has to give up. */
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

/** How near a Race is to its finish. */
export interface Standing {
  /** For each thing that counts: how many there are, and how many it takes. */
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

/** Time Penalty: chooses how to pay. */
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
  /** `None`: hidden from this seat. */
  card: string | null;
}

/** The house picked a random card, because the time was up or the player is away. */
export interface HousePicked {
  type: "HousePicked";
  seat: number;
  /** `None`: hidden from this seat. */
  card: string | null;
}

/** Every card lies face down and is about to be revealed. */
export interface PicksClosed {
  type: "PicksClosed";
  at: number;
}

/** All cards are shown at one instant. */
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

/** The house turned the card, because the player was away or too slow. */
export interface HouseTurned {
  type: "HouseTurned";
  seat: number;
  at: number;
}

/** The card is shown. A regular card: the next player turns. A Rule card: smack! */
export interface CardTurned {
  type: "CardTurned";
  seat: number;
  card: string;
  at: number;
}

/** The smack is final, right or wrong. */
export interface Smacked {
  type: "Smacked";
  seat: number;
  card: string;
  at: number;
  /** Shown to all. */
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
  /** The result. */
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

/** The house placed the card at the right end, because the time was up or there was no choice. */
export interface HousePlaced {
  type: "HousePlaced";
  seat: number;
  cards: readonly string[];
}

/** The player gave up a card. */
export interface Lost {
  type: "Lost";
  seat: number;
  /** `None`: hidden from this seat. */
  card: string | null;
  source: Source;
  at: number;
}

/** The house chose the lost cards, because the time was up or there was no choice. */
export interface HouseLost {
  type: "HouseLost";
  seat: number;
  /** `None`: hidden from this seat. */
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

/** The house chose a penalty: a random one because the time was up, or the only one. */
export interface HousePaid {
  type: "HousePaid";
  seat: number;
  penalty: Penalty;
  at: number;
}

/** Everyone draws, each seat its own cards. */
export interface CardsDrawn {
  type: "CardsDrawn";
  /** `None`: hidden from this seat. */
  cards: readonly (readonly (string | null)[])[];
  /** Into a face-down pile, unseen by its owner too. */
  blind: boolean;
}

/** The next round begins. */
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
  /** `game-over`, or one of the game's reasons, as in `not-now`; its words have a sentence for each. */
  why: string;
}

export type Why =
  | "already-smacked"
  | "no-such-card"
  | "not-in-your-hand"
  | "not-now"
  | "not-your-turn"
  | "not-yours-to-choose"
  | "round-over";

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
  ends: "always" | "when-it-matters";
  pick_limit: number;
  smack_limit: number;
  choose_limit: number;
  windows: 100 | 150 | 200 | 300;
  /** The text of an own deck. Not written without one, so that games without decks stay as they were. */
  own_deck?: string;
}

/** The first smack on a correct card. */
export interface Contest {
  /** Counted from 1. */
  round: number;
}

export type Deck = RaceDeck;

/** Rule cards of one's own, and which regular cards there are. */
export interface RaceDeck {
  title: string;
  cards: readonly RuleCard[];
  /** Played without our Rule cards. */
  alone: boolean;
  /** How many regular cards there are with one, two, three and four icons. */
  icons: readonly [number, number, number, number];
  colours: readonly string[];
  shapes: readonly string[];
}

/** What is printed on a Rule card; its number is its place in the deck. */
export interface RuleCard {
  /** As in `number.fewer.3`. */
  rule: string;
  /** As in `pairs.colour.2`. */
  finish: string;
}

export type DeckProblem =
  | "bad-finish"
  | "bad-icons"
  | "bad-rule"
  | "icons-alike"
  | "regular-few"
  | "regular-many"
  | "too-few-things";

export type DeckFinding =
  | "always-applies"
  | "few-rules"
  | "finish-impossible"
  | "finish-short"
  | "never-applies"
  | "rules-work"
  | "same-card"
  | "seldom-applies";
