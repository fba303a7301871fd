// Made by tools/wire.py from the Python types. Change those, then run it again.

/** The table of Tap the Table, as one seat may see it. */
export interface View {
  /** What this seat may do now. */
  offers: readonly Offer[];
  /** Which game of a series this is, counted from 1. */
  game: number;
  /** How many games the series has. */
  games: number;
  /** Counted from 1. */
  turn: number;
  /** How many cards the deck had; the Final Countdown goes on beyond. */
  turns: number;
  /** `ready`: the active player reveals a card. `thinking`: a solution is sought. `calling`: a countdown was called. `countdown`: it runs. `answering`: one player types. `voting`: fists. `justifying`: the solution is defended. `settling`: the turn is over. `comparing`: whose fist is the smallest? `asking`: a question about the rules. */
  phase: PhaseName;
  since: number | null;
  until: number | null;
  /** While a solution is sought: when the card was turned. */
  shown: number | null;
  /** Who reveals the cards. */
  active: number;
  /** How many cards are left. */
  deck: number;
  /** Face up, one of each colour. */
  cards: readonly string[];
  /** Those of them that are of an own deck. */
  own: Record<string, OwnCard>;
  /** How solutions are proposed. */
  answers: "aloud" | "typed";
  /** The language of the game. */
  language: string;
  /** Microphones listen for knocks on the table: each is a fist. */
  for_real: boolean;
  /** Of each seat, in this game. */
  tokens: readonly number[];
  /** All tokens of each seat, counted below zero: more is better. */
  points: readonly number[];
  /** In this game, the last one last. */
  said: readonly Said[];
  /** Who proposes, defends or asks. */
  by: number | null;
  /** Of the countdown in this turn. */
  starter: number | null;
  /** Who called it at the same time, and did not get it. */
  rivals: readonly number[];
  /** The solution on the table. */
  text: string;
  /** What may be wrong with it. */
  hints: readonly Hint[];
  /** What this seat typed and was refused. */
  tries: readonly string[];
  /** Who may lay a fist. */
  voters: readonly number[];
  /** So many fists are a majority. */
  needed: number;
  /** Who does not accept the solution. */
  fists: readonly number[];
  /** Who accepts the solution. */
  fine: readonly number[];
  /** The argument for the solution. */
  defence: string;
  /** From when on the defence ends as soon as every fist is lifted or kept. */
  heard: number | null;
  /** Who is not convinced by it. */
  kept: readonly number[];
  /** How badly the solution fits its criteria, by the advisor that the bots have asked. */
  advice: number | null;
  /** The last beat of each seat. */
  drums: Record<number, number>;
  /** The others may drum: nobody has found a solution for long. */
  dancing: boolean;
  how: How | null;
  /** Tokens that changed hands. */
  paid: Tokens | null;
  /** In the Final Countdown: who made the mistake. */
  out: number | null;
  /** In the Final Countdown: who is still in it. */
  contenders: readonly number[];
  /** Whose fist each seat names as the smallest. */
  named: Record<number, number>;
  /** The question about the rules. */
  question: string;
  /** The proposed answer. */
  answer: string;
  /** The last few questions about the rules, with their answers. */
  record: readonly AnsweredQuestion[];
  /** Who is not waited for. */
  away: readonly number[];
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

/** A card of an own deck. */
export interface OwnCard {
  /** Of the card, and so its kind. */
  colour: Colour;
  /** The criterion in each language. A letter needs none. */
  text: Record<string, string>;
  /** How bots judge what fits. `None`: they have no opinion. */
  test: Test | null;
}

export type Colour = "blue" | "green" | "pink" | "purple" | "yellow";

export type Test = Is | IsNot | Step | Letter;

/** One of these is true of the thing. */
export interface Is {
  type: "Is";
  /** Words for what a thing is like. */
  marks: readonly string[];
}

/** This is not true of the thing. */
export interface IsNot {
  type: "IsNot";
  /** A word for what a thing is like. */
  mark: string;
}

/** From one step to another of its size or weight; just outside is half right unless the edge is sharp. */
export interface Step {
  type: "Step";
  /** What is compared. */
  scale: "size" | "weight";
  /** The first step that fits. */
  least: number;
  /** The last step that fits. */
  most: number;
  /** The next step is wrong, not half right. */
  sharp: boolean;
}

/** The solution must contain it. */
export interface Letter {
  type: "Letter";
  /** One letter, in lower case. */
  letter: string;
}

/** A solution that was proposed. */
export interface Said {
  /** What was said. */
  text: string;
  by: number;
}

/** A word that may be too close to an earlier one, or to a card. */
export interface Hint {
  /** The word in question. */
  word: string;
  by: number | null;
  card: string | null;
}

export type How = "accepted" | "danced" | "out-of-time" | "rejected" | "silent";

/** Tokens change hands. */
export interface Tokens {
  to: number;
  /** `None`: the supply. */
  giver: number | null;
  /** How many. */
  count: number;
}

/** A question about the rules, as the table answered it. */
export interface AnsweredQuestion {
  by: number;
  /** What was asked. */
  question: string;
  /** What was proposed. */
  answer: string;
  /** The table accepted the answer. */
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
  | Keep
  | Defend
  | Done
  | Ask
  | Name;

/** Turns over the top card. */
export interface Reveal {
  type: "Reveal";
}

/** The player has a solution. Aloud: and says it now. */
export interface Claim {
  type: "Claim";
}

/** Starts a countdown. It cannot be undone. */
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
  /** A word or a short phrase. */
  text: string;
}

/** A fist on the table: the player does not accept the solution. */
export interface Fist {
  type: "Fist";
}

/** The player accepts the solution. */
export interface Fine {
  type: "Fine";
}

/** The player is convinced and lifts the fist. */
export interface Lift {
  type: "Lift";
}

/** The player has heard the defence and leaves the fist on the table. */
export interface Keep {
  type: "Keep";
}

/** Why the solution fits. */
export interface Defend {
  type: "Defend";
  /** The player's argument. */
  text: string;
}

/** The player has finished the defence. */
export interface Done {
  type: "Done";
}

/** A question about the rules, with a proposed answer. */
export interface Ask {
  type: "Ask";
  /** About the rules. */
  question?: string;
  /** The answer that the player proposes. */
  answer?: string;
}

/** Names the player with the smallest fist. */
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
  | FistKept
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
  | Advised
  | Left
  | Returned
  | Refused;

/** The active player turned over a card. */
export interface Revealed {
  type: "Revealed";
  seat: number;
  card: string;
  at: number;
}

/** The house turned the card, because the active player was away or too slow. */
export interface HouseRevealed {
  type: "HouseRevealed";
  card: string;
  at: number;
}

/** The player has a solution, and types it. */
export interface Claimed {
  type: "Claimed";
  seat: number;
  starter: number | null;
  at: number;
  until: number;
}

/** The player wants to count down. Whether others call at the same time is not known yet. */
export interface Called {
  type: "Called";
  seat: number;
  at: number;
}

/** A countdown is on. */
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

/** No solution for so long: the others may drum. */
export interface DanceAllowed {
  type: "DanceAllowed";
}

/** A beat was made. */
export interface Drummed {
  type: "Drummed";
  seat: number;
  at: number;
}

/** A typed word that is plainly against the rules; the clock runs on. */
export interface NotTaken {
  type: "NotTaken";
  seat: number;
  /** What was typed. */
  text: string;
  why: Objection;
  /** What it is too close to. */
  hint: Hint;
}

export type Objection = "card" | "letter" | "said";

/** A solution is on the table: accept it or not. */
export interface Proposed {
  type: "Proposed";
  seat: number;
  /** Empty: it was said aloud. */
  text: string;
  /** What may be wrong with it. */
  hints: readonly Hint[];
  starter: number | null;
  at: number;
  until: number;
}

/** What was said aloud, written down. */
export interface Labelled {
  type: "Labelled";
  seat: number;
  /** The words, as the speaker wrote them down. */
  text: string;
  /** What may be wrong with it. */
  hints: readonly Hint[];
}

/** The player does not accept the solution. */
export interface FistTapped {
  type: "FistTapped";
  seat: number;
  at: number;
}

/** The player accepts the solution. */
export interface SaidFine {
  type: "SaidFine";
  seat: number;
}

/** The player accepts it after all. */
export interface FistLifted {
  type: "FistLifted";
  seat: number;
}

/** The player is not convinced. */
export interface FistKept {
  type: "FistKept";
  seat: number;
}

/** A majority of fists: the solution must be justified. */
export interface Challenged {
  type: "Challenged";
  seat: number;
  at: number;
  until: number;
}

/** The player argued for their solution. */
export interface Defended {
  type: "Defended";
  seat: number;
  /** The argument. */
  text: string;
  at: number;
}

/** The player has finished the defence. */
export interface SaidDone {
  type: "SaidDone";
  seat: number;
}

/** The turn is over. */
export interface TurnEnded {
  type: "TurnEnded";
  how: How;
  /** Who proposed, or should have. */
  by: number;
  /** Tokens that change hands, if any. */
  tokens: Tokens | null;
  /** In the Final Countdown: who made the mistake. */
  out: number | null;
  at: number;
  until: number;
}

/** The next player is active. */
export interface TurnBegan {
  type: "TurnBegan";
  active: number;
  at: number;
}

/** A player asked a question about the rules; the game pauses. */
export interface Asked {
  type: "Asked";
  seat: number;
  /** About the rules. */
  question: string;
  /** The answer that is proposed. */
  answer: string;
  at: number;
  until: number;
}

/** The game goes on where it paused. */
export interface Ruled {
  type: "Ruled";
  /** The table accepts the answer. */
  stands: boolean;
  at: number;
}

/** One game of a series ended; words said in it stay said. */
export interface GameEnded {
  type: "GameEnded";
  /** Of each seat, in the game that ended. */
  tokens: readonly number[];
  /** Empty: hidden from this seat. */
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

/** The player names the smallest fist. */
export interface Named {
  type: "Named";
  seat: number;
  whose: number;
}

/** The Final Countdown begins. */
export interface FinalBegan {
  type: "FinalBegan";
  /** Empty: hidden from this seat. */
  deck: readonly string[];
  active: number;
  at: number;
}

/** The used cards are shuffled into a new deck. */
export interface DeckShuffled {
  type: "DeckShuffled";
  /** Empty: hidden from this seat. */
  deck: readonly string[];
}

/** The game is over. */
export interface GameWon {
  type: "GameWon";
  winners: readonly number[];
}

/** The bots know how well an unknown word fits. */
export interface Advised {
  type: "Advised";
  seat: number;
  /** The word. */
  about: string;
  /** 0: fits every criterion. Each one that it misses adds 1, each doubtful one 0.5. */
  lack: number;
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
  | "asked-already"
  | "countdown-runs"
  | "empty"
  | "fist-stays"
  | "no-fist"
  | "no-more-fists"
  | "no-vote"
  | "not-active"
  | "not-heard"
  | "not-now"
  | "not-seen"
  | "not-tied"
  | "not-your-deck"
  | "not-yours-to-defend"
  | "only-fists"
  | "rude"
  | "say-it-aloud"
  | "too-late"
  | "too-soon"
  | "you-are-active";

export interface Options {
  answers: "aloud" | "typed";
  language: string;
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
  /** The text of an own deck. Not written without one, so that games without decks stay as they were. */
  own_deck?: string;
}

/** The first to have a solution or to call a countdown. */
export interface Contest {
  /** Which game of the series, counted from 1. */
  game: number;
  /** Counted from 1. */
  turn: number;
}

export type Deck = TableDeck;

/** Criteria of one's own. */
export interface TableDeck {
  title: string;
  cards: readonly OwnCard[];
  /** Played without our cards. */
  alone: boolean;
}

export type DeckProblem = "bad-fits" | "bad-letter" | "no-text" | "not-a-mark";

export type DeckFinding =
  | "all-unjudged"
  | "answers"
  | "anything-fits"
  | "easy"
  | "few-cards"
  | "long-text"
  | "nothing-fits"
  | "one-colour"
  | "one-thing"
  | "rude"
  | "same-answers"
  | "same-text"
  | "unjudged"
  | "untranslated";
