// Made by tools/wire.py from the Python types. Change those, then run it again.

export const VERSION = 1;

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
  v: number;
  token?: string | null;
  screen?: "hand" | "table";
  browser?: string | null;
}

/** Somebody looks at this page, or it was put away. Always answered: so a page knows its line is alive. */
export interface Looking {
  type: "looking";
  looking: boolean;
}

/** Take a free seat, or a bot's while a game is on; without either, wait on the bench for the next. */
export interface Sit {
  type: "sit";
  name: string;
  sign?: number | null;
}

/** Host: also somebody else. */
export interface Rename {
  type: "rename";
  name: string;
  sign: number;
  player?: number | null;
}

export interface Ready {
  type: "ready";
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
  options?: Record<string, unknown> | null;
  fairness?: Fairness | null;
  windows?: Windows | null;
  locale?: Locale | null;
}

/** The defaults suit friends on one continent. */
export interface Fairness {
  /** Nothing is believed on credit. */
  ranked: boolean;
  /** How long a verdict waits for a stalled line, at most. Rooms across oceans want 300. */
  cap: number;
}

export type Windows = 100 | 150 | 200 | 300;

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
  player: number;
  skill: Skill;
}

/** Host, before a game: this player is given a head start. */
export interface Handicap {
  type: "handicap";
  player: number;
  head_start: number;
}

/** Before a game: what this player taps is drawn larger on his screen. Host: also for somebody else. */
export interface LargeTargets {
  type: "largetargets";
  large: boolean;
  player?: number | null;
}

/** Host: two change seats. */
export interface Swap {
  type: "swap";
  player: number;
  other: number;
}

/** Host: a bot is put away; a person loses the seat and may watch. */
export interface Remove {
  type: "remove";
  player: number;
}

/** Host: a person loses the seat and the line, and may come in again. */
export interface Kick {
  type: "kick";
  player: number;
}

/** Host: a person loses the seat and the line, and this browser does not come in again. */
export interface Ban {
  type: "ban";
  player: number;
}

/** Host: somebody else is, from now on. */
export interface HandOver {
  type: "handover";
  player: number;
}

/** Host: nobody new sits down. */
export interface Lock {
  type: "lock";
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

/** A finger fell when the page's clock read `at`, with update `n` on the screen. */
export interface Do {
  type: "do";
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
  v: number;
  code: string;
  player: number | null;
  token: string | null;
}

/** What you sent changed nothing. */
export interface Sorry {
  type: "sorry";
  why: Why;
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
  | "new-version"
  | "no-name"
  | "no-replay"
  | "no-such-game"
  | "no-such-player"
  | "no-such-table"
  | "not-host"
  | "not-now"
  | "not-seated"
  | "replaced"
  | "restarting"
  | "sign-taken"
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
  code: string;
  game: string;
  options: Record<string, unknown>;
  fairness: Fairness;
  /** How long the rules wait for a player here, in hundredths of what they say. */
  windows: Windows;
  stage: Stage;
  paused: Standstill | null;
  /** Who decides: a player's id. */
  host: number | null;
  /** Which step of the game's lesson is on. */
  lesson: number | null;
  players: readonly Player[];
  /** Who has no seat yet, and gets the next that is free. */
  bench: readonly Player[];
  watchers: number;
  /** A big screen shows the table: a player's own need not show all of it. */
  big: boolean;
  locked: boolean;
  /** The game most fists are on: it begins by itself in a moment. */
  elected: string | null;
  /** The host has been idle for long, and most others are ready: anyone may go on without him. */
  hostless: boolean;
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
  id: number;
  name: string;
  sign: number;
  /** A bot's level; `None` for a person. */
  bot: Skill | null;
  here: boolean;
  /** A bot keeps the seat warm until he is back. */
  warm: boolean;
  ready: boolean;
  head_start: number;
  large_targets: boolean;
  /** The game his fist is on. */
  vote: string | null;
  weather: Weather | null;
  /** Milliseconds to the house and back, about. */
  trip: number | null;
}

export type Weather = "breezy" | "clear" | "stormy";

/** What was played at this table so far, and how everyone stands. */
export interface Evening {
  type: "evening";
  games: readonly Played[];
  scores: readonly Score[];
}

/** A game that was played to its end, best first. */
export interface Played {
  game: string;
  results: readonly Result[];
  /** What the table had agreed on. */
  options: Record<string, unknown>;
}

/** How one player did in one game. */
export interface Result {
  player: number;
  name: string;
  sign: number;
  bot: boolean;
  /** From 1; equals share a place. */
  place: number;
  /** Of the evening, not of the game. */
  points: number;
}

/** How one player stands in the evening. */
export interface Score {
  player: number;
  name: string;
  sign: number;
  bot: boolean;
  place: number;
  points: number;
  wins: number;
  games: number;
}

export interface Reaction {
  type: "reaction";
  player: number;
  emote: Emote;
}

/** Draw `view`, animate `news`. Complete in itself. */
export interface Update {
  type: "update";
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

/** Several fingers after one thing. */
export interface Finish {
  thing: string;
  /** In the order of the verdict. */
  lanes: readonly Lane[];
  /** Between the two that decide. */
  gap: number;
  /** Of both together: closer than this, and their bars overlap. */
  blur: number;
  /** Those two are the last; otherwise the first. */
  last: boolean;
}

/** One finger in a photo finish. */
export interface Lane {
  seat: number;
  response: number;
  blur: number;
  /** How much too late it came to undo what was already decided. */
  late: number;
  corrections: readonly Correction[];
  false_start: boolean;
}

/** Why the house believes another time than the page told. */
export interface Correction {
  why: Reason;
  /** Added to the time that was claimed; of `stall` and `credit`, how much of it was believed. */
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

/** Send a beat as soon as your play clock is past this moment. */
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

/** One picture: what is new in it. */
export interface Frame {
  /** When it happened, as it was judged. */
  at: number;
  /** When this seat's own screen had painted it, as far as its player's taps bear witness. */
  seen: number;
  /** Whose move it was; `None`: only the clock's. */
  by: number | null;
  /** The fields of the seat's view that are not as they were in the picture before. */
  view: Record<string, unknown>;
  /** What happened, as this seat may hear it. */
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
