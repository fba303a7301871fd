// Made by tools/wire.py from the Python types. Change those, then run it again.

export const VERSION = 2;

/** Characters as people count them: an emoji or a letter with its accents is one. */
export const LONGEST_NAME = 16;

/** Pub signs, numbered from 1. */
export const SIGN_COUNT = 8;

/** Milliseconds between two reactions of one player. */
export const REACTION_GAP = 1000;

/** Milliseconds. */
export const MAX_HEAD_START = 300;

/** Milliseconds a verdict waits at most: friends on one continent. */
export const NEAR_CAP = 200;

/** Milliseconds a verdict waits at most: rooms across oceans. */
export const FAR_CAP = 300;

/** Microseconds between two frames, as a device may report them. */
export const MIN_FRAME = 1000;

/** Microseconds between two frames, as a device may report them. */
export const MAX_FRAME = 100000;

/** Microseconds of input that a browser may hold back: a beat commits to no later moment. */
export const BEAT_MARGIN = 10000;

/** Percent of the rules' time limits. */
export const TIME_SCALES = [100, 150, 200, 300] as const;

/** Of bots, in rising order. */
export const SKILLS = ["gentle", "steady", "quick"] as const;

export const LOCALES = ["en", "fr"] as const;

export type Up =
  | Hello
  | Looking
  | Sit
  | Rename
  | Ready
  | Stand
  | Choose
  | AddBot
  | SetBot
  | Handicap
  | LargeTargets
  | Swap
  | Remove
  | Kick
  | Ban
  | HandOver
  | Lock
  | Vote
  | Start
  | Pause
  | Resume
  | GoOn
  | Learn
  | Skip
  | Finished
  | EndEvening
  | React
  | Device
  | Do
  | Painted
  | Beat;

/** The first message on a line. With the token of a seat, one is back in it. */
export interface Hello {
  type: "hello";
  /** The version of this protocol that the client speaks. */
  v: number;
  /** Of a seat, as `welcome` gave it. `None`: no seat yet. */
  token?: string | null;
  /** `hand`: a player's own screen. `table`: a screen for all, which watches. */
  screen?: "hand" | "table";
  browser?: string | null;
}

/** Somebody looks at this page, or it was put away. Always answered: so a page knows its line is alive. */
export interface Looking {
  type: "looking";
  /** `False`: the page was put away. */
  looking: boolean;
}

/** Take a free seat, or a bot's while a game is on; without either, wait on the bench for the next. */
export interface Sit {
  type: "sit";
  name: string;
  /** `None`: any that is free. */
  sign?: number | null;
}

/** Host: also somebody else. */
export interface Rename {
  type: "rename";
  name: string;
  sign: number;
  /** Whose name it is, by id. `None`: one's own. */
  player?: number | null;
}

/** Before a game: this player is ready to begin, or not any more. */
export interface Ready {
  type: "ready";
  /** `False`: not any more. */
  ready: boolean;
}

/** Give up the seat. */
export interface Stand {
  type: "stand";
}

/** Host: which game, with which options, how to judge it, how long to wait and in which language to begin (`None`: as before). */
export interface Choose {
  type: "choose";
  game: string;
  /** The game's variants, by name. `/api/games` has their schema. */
  options?: Record<string, unknown> | null;
  /** How fingers are judged. */
  fairness?: Fairness | null;
  time_scale?: TimeScale | null;
  locale?: Locale | null;
}

/** The defaults suit friends on one continent. */
export interface Fairness {
  /** No time is believed on credit. */
  ranked: boolean;
  /** How long a verdict waits for a stalled line, at most. */
  cap: number;
}

export type TimeScale = 100 | 150 | 200 | 300;

export type Locale = "en" | "fr";

/** Host. */
export interface AddBot {
  type: "addbot";
  skill: Skill;
}

export type Skill = "gentle" | "quick" | "steady";

/** Host: another level for a bot. */
export interface SetBot {
  type: "setbot";
  /** The bot's id. */
  player: number;
  skill: Skill;
}

/** Host, before a game: this player is given a head start. */
export interface Handicap {
  type: "handicap";
  /** A player's id. */
  player: number;
  head_start: number;
}

/** Before a game: what this player taps is drawn larger on their screen. Host: also for somebody else. */
export interface LargeTargets {
  type: "largetargets";
  /** `False`: drawn as usual. */
  large: boolean;
  /** A player's id. `None`: oneself. */
  player?: number | null;
}

/** Host: two change seats. */
export interface Swap {
  type: "swap";
  /** A player's id. */
  player: number;
  /** Another player's id. */
  other: number;
}

/** Host: a bot is put away; a person loses the seat and may watch. */
export interface Remove {
  type: "remove";
  /** A player's id. */
  player: number;
}

/** Host: a person loses the seat and the line, and may come in again. */
export interface Kick {
  type: "kick";
  /** A player's id. */
  player: number;
}

/** Host: a person loses the seat and the line, and this browser does not come in again. */
export interface Ban {
  type: "ban";
  /** A player's id. */
  player: number;
}

/** Host: somebody else is, from now on. */
export interface HandOver {
  type: "handover";
  /** The id of the new host. */
  player: number;
}

/** Host: nobody new sits down. */
export interface Lock {
  type: "lock";
  /** `False`: the table is open again. */
  locked: boolean;
}

/** A fist on the game one would play next; `None` takes it back. */
export interface Vote {
  type: "vote";
  game: string | null;
}

/** Host: begin, or play again; `game` if it is to be another one. */
export interface Start {
  type: "start";
  game?: string | null;
}

/** Host: time stands still. */
export interface Pause {
  type: "pause";
}

/** Host, or anyone if it has been long. */
export interface Resume {
  type: "resume";
}

/** Anyone, if the host is idle for long: begin the chosen game, or after the podium a new evening. */
export interface GoOn {
  type: "goon";
}

/** Host, in a lesson: on to this step. `None`: no more of it. */
export interface Learn {
  type: "learn";
  /** Which step, counted from 0. */
  step: number | null;
}

/** Host: what the game waits for now is over. */
export interface Skip {
  type: "skip";
}

/** Host: back to the lobby, whatever is going on. After the podium a new evening begins. */
export interface Finished {
  type: "finished";
}

/** Host: to the podium, whatever is going on. */
export interface EndEvening {
  type: "endevening";
}

/** Instead of a chat. Not while fingers are compared. */
export interface React {
  type: "react";
  emote: Emote;
}

export type Emote = "clap" | "fist" | "gasp" | "groan" | "heart" | "laugh";

/** What this page runs on. Sent once, and again when it changes. */
export interface Device {
  type: "device";
  /** Microseconds from one picture to the next. */
  frame: number;
  /** This device was measured; `at` is corrected by what was found. */
  calibrated?: boolean;
}

/** A finger fell when the page's clock read `at`, with update `n` of this game on the screen. */
export interface Do {
  type: "do";
  /** One of the acts of the game that the room names. */
  act: unknown;
  n: number;
  at: number;
}

/** Update `n` was on the screen when the page's clock read `at`. */
export interface Painted {
  type: "painted";
  n: number;
  at: number;
}

/** No finger had fallen but those you heard of when the page's clock read `at`, with `n` on the screen. */
export interface Beat {
  type: "beat";
  n: number;
  at: number;
}

export type Down =
  | Welcome
  | Sorry
  | Goodbye
  | Room
  | Evening
  | Reaction
  | Update
  | Ask;

/** You are at the table. `player` and `token` if you have a seat. */
export interface Welcome {
  type: "welcome";
  /** The version of this protocol that the house speaks. */
  v: number;
  /** The table's code. */
  code: string;
  /** Your id. `None`: you watch. */
  player: number | null;
  /** Keep it: it brings you back to the seat. */
  token: string | null;
}

/** What you sent changed nothing. */
export interface Sorry {
  type: "sorry";
  why: Why;
  /** More about it, for people who write clients. */
  detail: string;
}

export type Why =
  | "bad-file"
  | "bad-message"
  | "bad-options"
  | "bad-token"
  | "banned"
  | "flood"
  | "gone"
  | "kicked"
  | "locked"
  | "name-taken"
  | "name-too-long"
  | "new-version"
  | "no-name"
  | "no-replay"
  | "no-such-game"
  | "no-such-player"
  | "no-such-table"
  | "not-host"
  | "not-kept"
  | "not-now"
  | "not-seated"
  | "replaced"
  | "restarting"
  | "sign-taken"
  | "stale"
  | "table-full"
  | "too-few"
  | "too-many"
  | "too-slow";

/** The line is about to be closed. */
export interface Goodbye {
  type: "goodbye";
  why: Why;
}

/** The table as all may see it, whole. */
export interface Room {
  type: "room";
  /** The table's code. */
  code: string;
  /** The slug of the game that is chosen, played, or just over: it says whose acts, view and news apply. */
  game: string;
  /** The game's variants, by name. `/api/games` has their schema. */
  options: Record<string, unknown>;
  /** How fingers are judged. */
  fairness: Fairness;
  /** How long the rules wait for a player here, in hundredths of what they say. */
  time_scale: TimeScale;
  stage: Stage;
  paused: Standstill | null;
  /** Who decides: a player's id. */
  host: number | null;
  /** Which step of the game's lesson is on. */
  lesson: number | null;
  /** Who sits at the table; the place in this list is the seat. */
  players: readonly Player[];
  /** Who has no seat yet, and gets the next that is free. */
  bench: readonly Player[];
  /** How many screens watch. */
  watchers: number;
  /** A big screen shows the table: a player's own need not show all of it. */
  big_screen: boolean;
  /** Nobody new sits down. */
  locked: boolean;
  /** The game most fists are on: it begins by itself in a moment. */
  elected: string | null;
  /** The host has been idle for long, and most others are ready: anyone may go on without them. */
  may_go_on_without_host: boolean;
  /** The game on the table began as a lesson: nobody joins it. */
  taught: boolean;
}

export type Stage = "lobby" | "over" | "playing" | "podium";

export type Standstill =
  | "empty"
  | "host"
  | "keeping"
  | "lesson"
  | "long"
  | "restart";

/** Who sits where, as all may know. The place in the list is the seat. */
export interface Player {
  /** Stays the same as long as the player is at this table; bots have one too. */
  id: number;
  /** What the player is called. */
  name: string;
  sign: number;
  /** A bot's level; `None` for a person. */
  bot: Skill | null;
  /** A screen of this player is connected and looked at. Bots always are. */
  here: boolean;
  /** A bot keeps the seat warm until they are back. */
  played_by_bot: boolean;
  /** Ready to begin. */
  ready: boolean;
  head_start: number;
  /** What this player taps is drawn larger. */
  large_targets: boolean;
  /** The game this player's fist is on. */
  vote: string | null;
  /** How good the line is. `None`: not known yet. */
  rating: LineRating | null;
  /** Milliseconds to the house and back, about. */
  rtt: number | null;
}

export type LineRating = "fair" | "good" | "poor";

/** What was played at this table so far, and how everyone stands. */
export interface Evening {
  type: "evening";
  /** The oldest first. */
  games: readonly Played[];
  /** The best first. */
  scores: readonly Score[];
}

/** A game that was played to its end, best first. */
export interface Played {
  /** The game's slug. */
  game: string;
  /** One for each seat. */
  results: readonly Result[];
  /** What the table had agreed on. */
  options: Record<string, unknown>;
}

/** How one player did in one game. */
export interface Result {
  /** The player's id. */
  player: number;
  /** What the player was called. */
  name: string;
  /** The player's sign. */
  sign: number;
  /** It was a bot. */
  bot: boolean;
  /** From 1; equals share a place. */
  place: number;
  /** Of the evening, not of the game. */
  points: number;
}

/** How one player stands in the evening. */
export interface Score {
  /** The player's id. */
  player: number;
  /** What the player is called. */
  name: string;
  /** The player's sign. */
  sign: number;
  /** It is a bot. */
  bot: boolean;
  /** From 1; equals share a place. */
  place: number;
  /** Of the evening. */
  points: number;
  /** How many games this player won. */
  wins: number;
  /** How many games this player played. */
  games: number;
}

/** A player reacts. */
export interface Reaction {
  type: "reaction";
  /** The player's id. */
  player: number;
  emote: Emote;
}

/** Draw `view`, animate `news`. Complete in itself. */
export interface Update {
  type: "update";
  /** Counts the updates of this connection, game after game: `painted`, `do` and `beat` refer to it. */
  n: number;
  /** The play time at which this is seen: clocks count from it while the table is not paused. */
  at: number;
  /** The game's `View`, as this seat may see it. */
  view: unknown;
  /** The game's `Events` since the last update, as this seat may hear them. */
  news: unknown;
  /** A race is on: keep painting, and answer `ask`. */
  race: "reflex" | "search" | null;
  /** Microseconds between two beats while the race is on. `None`: only when asked. */
  beat: number | null;
  /** Photo finishes that are new to this screen. */
  finishes: readonly Finish[];
}

/** Several taps on one thing. */
export interface Finish {
  /** The thing that was tapped. */
  thing: string;
  /** In the order of the verdict. */
  lanes: readonly Lane[];
  /** Time between the two lanes that decide. */
  gap: number;
  /** Of both lanes together: if the gap is smaller, their bars overlap. */
  blur: number;
  /** The last two lanes decide; otherwise the first two. */
  last: boolean;
}

/** One tap in a photo finish. */
export interface Lane {
  seat: number;
  response: number;
  blur: number;
  /** How much too late the tap came to undo an earlier decision. */
  late: number;
  /** Why another time is believed than the page claimed. */
  corrections: readonly Correction[];
  /** Sooner than any person can react. */
  false_start: boolean;
}

/** Why the house uses another time than the page claims. */
export interface Correction {
  why: Reason;
  /** Added to the claimed time; for `stall` and `credit`, how much of it was believed. */
  by: number;
}

export type Reason =
  | "cap"
  | "charge"
  | "credit"
  | "excess"
  | "future"
  | "handicap"
  | "heartbeat"
  | "late"
  | "stall"
  | "unseen";

/** Send a beat now, and go on every few milliseconds until your play clock is past this moment. */
export interface Ask {
  type: "ask";
  past: number;
}

/** A game that is over, through the eyes of one seat. */
export interface Film {
  /** The table as it was. */
  room: Room;
  /** `None`: the table's own view. */
  seat: number | null;
  frames: readonly Frame[];
  /** Which of the table's games; `None` for a file. */
  number: number | null;
  /** All of the table's games that can be watched, oldest first. */
  games: readonly Past[];
  /** Where today's rules and the evidence say otherwise. */
  doubt: Doubt | null;
}

/** One picture: the changes since the one before. */
export interface Frame {
  /** When it happened, as it was judged. */
  at: number;
  /** When this seat's own screen had painted it, as far as the player's taps show. */
  seen: number;
  /** The seat whose move it was; `None`: only the clock's. */
  by: number | null;
  /** The fields of the seat's view that differ from the picture before; `/api/asyncapi.json` has the schema of each game's `View`, and of its `Events`. */
  view: Record<string, unknown>;
  /** The events, as this seat may see them. */
  news: readonly unknown[];
  /** Photo finishes that were new then. */
  finishes: readonly Finish[];
}

/** A game of this table that can be watched again. */
export interface Past {
  number: number;
  game: string;
}

/** What is wrong with a file that was opened. */
export interface Doubt {
  line: number;
  says: string;
  why: DoubtReason;
}

export type DoubtReason = "changed" | "differs" | "other-version";

/** A new table. With a name, whoever opens it sits down and is the host. */
export interface OpenTable {
  game: string;
  /** `None`: the basic game. */
  options?: Record<string, unknown> | null;
  /** What is spoken at this table: a game that is played in a language begins in it. */
  locale?: Locale;
  fairness?: Fairness;
  bots?: readonly Skill[];
  name?: string | null;
  sign?: number | null;
  browser?: string | null;
  start?: boolean;
  /** Learn the game: the lesson says against how many. */
  lesson?: boolean;
}

export interface Opened {
  code: string;
  token: string | null;
}

export interface Summary {
  code: string;
  game: string;
  stage: string;
  players: number;
  seats: number;
}

/** A game that can be played here. */
export interface OnTheShelf {
  slug: string;
  seats: readonly [number, number];
  minutes: number;
  options: OptionsSchema;
}

/** The JSON schema of a game's options. */
export interface OptionsSchema {
  properties?: Record<string, OptionSchema>;
}

/** The JSON schema of one option, with the `step` and the `unit` that a form shows. */
export interface OptionSchema {
  /** A number or nothing: the option can be switched off. */
  anyOf?: readonly OptionSchema[];
  default?: unknown;
  enum?: readonly (string | number)[];
  maximum?: number;
  minimum?: number;
  step?: number;
  type?: string;
  unit?: string;
}

/** The house itself: the address that friends use. */
export interface About {
  address: string;
  version: string;
  /** It made one of its own: `/taphouse.crt`. */
  certificate: boolean;
}

/** Times are in milliseconds and as fine as the counts behind them; `None` while there was nothing yet. */
export interface Figures {
  writable: boolean;
  tables: number;
  playing: number;
  players: number;
  watchers: number;
  verdicts: number;
  /** What a verdict takes the house, in all but one case of a hundred. */
  own: number | null;
  /** What a tap waits for slower lines: half of all wait less. */
  hold: number | null;
  /** Until something is kept, in all but one case of a hundred. */
  kept: number | null;
  /** How late the house wakes up, in all but one case of a hundred. */
  stall: number | null;
  /** Messages: nonsense, floods, moves that nobody may make. */
  refused: number;
  /** Taps whose claimed time was not believed. */
  doubted: number;
  broken: number;
}

/** Why nothing was done. */
export interface Refused {
  why: Why;
  detail: string;
}

export interface Lesson {
  seats: number;
  seed: string;
  steps: readonly Step[];
}

/** A text for the pupil. Without `do` and `see` it only wants to be read. */
export interface Step {
  say: Partial<Record<Locale, string>>;
  /** What part of the board it is about: a `data-point` there. */
  point?: string | null;
  /** The game stands still until an act of the pupil is answered by one of these events. */
  do?: readonly string[];
  /** The game goes on until one of these events happens. */
  see?: readonly string[];
}
