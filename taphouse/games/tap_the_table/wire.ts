// Made by tools/wire.py from the Python types. Change those, then run it again.

export interface View {
  game: number;
  games: number;
  turn: number;
  /** How many cards the deck had; the Final Countdown goes on beyond. */
  turns: number;
  phase: PhaseName;
  since: number | null;
  until: number | null;
  /** While a solution is sought: when the card was turned. */
  shown: number | null;
  /** What this seat can do now. */
  may: readonly ActName[];
  active: number;
  deck: number;
  /** Face up, one of each colour. */
  cards: readonly string[];
  answers: "aloud" | "typed";
  language: Language;
  for_real: boolean;
  tokens: readonly number[];
  points: readonly number[];
  /** In this game, the last one last. */
  said: readonly Said[];
  /** Who proposes, defends or asks. */
  by: number | null;
  /** Of the countdown in this turn. */
  starter: number | null;
  /** Who called it at once, and gave way. */
  rivals: readonly number[];
  text: string;
  hints: readonly Hint[];
  /** What this seat typed and was not taken. */
  tries: readonly string[];
  voters: readonly number[];
  /** So many fists are a majority. */
  needed: number;
  fists: readonly number[];
  fine: readonly number[];
  defence: string;
  /** How much the solution lacks, as somebody told the bots who knows more of the world than they do. */
  advice: number | null;
  drums: Record<number, number>;
  dancing: boolean;
  how: How | null;
  paid: Tokens | null;
  out: number | null;
  /** In the Final Countdown: who is still in it. */
  contenders: readonly number[];
  /** Whose fist is the smallest, says who. */
  named: Record<number, number>;
  question: string;
  answer: string;
  /** The last few questions about the rules, as they were answered. */
  record: readonly Ruling[];
  away: readonly number[];
  winners: readonly number[] | null;
}

export type PhaseName =
  | "answering"
  | "asking"
  | "calling"
  | "comparing"
  | "countdown"
  | "justifying"
  | "over"
  | "ready"
  | "settling"
  | "thinking"
  | "voting";

export type ActName =
  | "ask"
  | "claim"
  | "count"
  | "defend"
  | "done"
  | "drum"
  | "fine"
  | "fist"
  | "lift"
  | "name"
  | "reveal"
  | "say";

export type Language = "en" | "fr";

export interface Said {
  text: string;
  by: number;
}

/** A word that may be too close to an earlier one, or to a card. */
export interface Hint {
  word: string;
  by: number | null;
  card: string | null;
}

export type How = "accepted" | "danced" | "out-of-time" | "rejected" | "silent";

export interface Tokens {
  to: number;
  /** `None`: the supply. */
  giver: number | null;
  count: number;
}

/** A question about the rules, as the table answered it. */
export interface Ruling {
  by: number;
  question: string;
  answer: string;
  stands: boolean;
}

export type Acts =
  | Reveal
  | Claim
  | Count
  | Drum
  | Say
  | Fist
  | Fine
  | Lift
  | Defend
  | Done
  | Ask
  | Name;

/** Turn over the top card. */
export interface Reveal {
  type: "Reveal";
}

/** I have it. Aloud: and I am saying it now. */
export interface Claim {
  type: "Claim";
}

/** Start a countdown. It cannot be undone. */
export interface Count {
  type: "Count";
}

/** One beat: along with a countdown, or in the Dance of the Fists. */
export interface Drum {
  type: "Drum";
}

/** The solution; aloud, a label for what was said. */
export interface Say {
  type: "Say";
  text: string;
}

/** Down on the table: I do not accept it. */
export interface Fist {
  type: "Fist";
}

/** Fine by me. */
export interface Fine {
  type: "Fine";
}

/** You have convinced me. */
export interface Lift {
  type: "Lift";
}

export interface Defend {
  type: "Defend";
  text: string;
}

/** I have said what I had to say. */
export interface Done {
  type: "Done";
}

/** A question about the rules, with the answer I propose. */
export interface Ask {
  type: "Ask";
  question?: string;
  answer?: string;
}

/** Whose fist is the smallest. */
export interface Name {
  type: "Name";
  whose: number;
}

export type Events =
  | Revealed
  | HouseRevealed
  | Claimed
  | Called
  | CountdownBegan
  | CountdownEnded
  | DanceAllowed
  | Drummed
  | NotTaken
  | Proposed
  | Labelled
  | FistTapped
  | SaidFine
  | FistLifted
  | Challenged
  | Defended
  | SaidDone
  | TurnEnded
  | TurnBegan
  | Asked
  | Ruled
  | GameEnded
  | TieFound
  | Named
  | FinalBegan
  | DeckShuffled
  | GameWon
  | Left
  | Returned
  | Advised
  | Refused;

export interface Revealed {
  type: "Revealed";
  seat: number;
  card: string;
  at: number;
}

/** The active player was away, or dreaming. */
export interface HouseRevealed {
  type: "HouseRevealed";
  card: string;
  at: number;
}

/** Has a solution, and types it. */
export interface Claimed {
  type: "Claimed";
  seat: number;
  starter: number | null;
  at: number;
  until: number;
}

/** Wants to count down; who else does at once is not known yet. */
export interface Called {
  type: "Called";
  seat: number;
  at: number;
}

export interface CountdownBegan {
  type: "CountdownBegan";
  starter: number;
  rivals: readonly number[];
  since: number;
  until: number;
}

/** Now the starter must propose. */
export interface CountdownEnded {
  type: "CountdownEnded";
  starter: number;
  at: number;
  until: number;
}

/** So long without a solution: the others may drum. */
export interface DanceAllowed {
  type: "DanceAllowed";
}

export interface Drummed {
  type: "Drummed";
  seat: number;
  at: number;
}

/** A typed word that is plainly against the rules; the clock runs on. */
export interface NotTaken {
  type: "NotTaken";
  seat: number;
  text: string;
  why: Objection;
  hint: Hint;
}

export type Objection = "card" | "letter" | "said";

export interface Proposed {
  type: "Proposed";
  seat: number;
  /** Empty: it was said aloud. */
  text: string;
  hints: readonly Hint[];
  starter: number | null;
  at: number;
  until: number;
}

/** What was said aloud, written down. */
export interface Labelled {
  type: "Labelled";
  seat: number;
  text: string;
  hints: readonly Hint[];
}

export interface FistTapped {
  type: "FistTapped";
  seat: number;
  at: number;
}

export interface SaidFine {
  type: "SaidFine";
  seat: number;
}

export interface FistLifted {
  type: "FistLifted";
  seat: number;
}

/** A majority of fists: the solution must be justified. */
export interface Challenged {
  type: "Challenged";
  seat: number;
  at: number;
  until: number;
}

export interface Defended {
  type: "Defended";
  seat: number;
  text: string;
}

export interface SaidDone {
  type: "SaidDone";
  seat: number;
}

export interface TurnEnded {
  type: "TurnEnded";
  how: How;
  /** Who proposed, or should have. */
  by: number;
  tokens: Tokens | null;
  /** In the Final Countdown: whose mistake it was. */
  out: number | null;
  at: number;
  until: number;
}

export interface TurnBegan {
  type: "TurnBegan";
  active: number;
  at: number;
}

/** The game pauses. */
export interface Asked {
  type: "Asked";
  seat: number;
  question: string;
  answer: string;
  at: number;
  until: number;
}

/** The game goes on where it paused. */
export interface Ruled {
  type: "Ruled";
  stands: boolean;
  at: number;
}

/** One game of a series; words stay said. */
export interface GameEnded {
  type: "GameEnded";
  tokens: readonly number[];
  deck: readonly string[];
  active: number;
  at: number;
}

/** The Final Countdown will decide. */
export interface TieFound {
  type: "TieFound";
  tied: readonly number[];
  at: number;
  until: number;
}

export interface Named {
  type: "Named";
  seat: number;
  whose: number;
}

export interface FinalBegan {
  type: "FinalBegan";
  deck: readonly string[];
  active: number;
  at: number;
}

export interface DeckShuffled {
  type: "DeckShuffled";
  deck: readonly string[];
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

/** Bots know better now. */
export interface Advised {
  type: "Advised";
  seat: number;
  about: string;
  lack: number;
}

/** The act did not count. Part of play, never an exception. */
export interface Refused {
  type: "Refused";
  seat: number;
  why: string;
}

export interface Options {
  answers: "aloud" | "typed";
  language: Locale;
  challenge: boolean;
  final_countdown: boolean;
  games: number;
  family: boolean;
  for_real: boolean;
  typing: number;
  vote: number;
  justify: number;
  patience: number;
  windows: 100 | 150 | 200 | 300;
}

export type Locale = "en" | "fr";
