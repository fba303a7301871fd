// Made by tools/wire.py from the Python types. Change those, then run it again.

export const VERSION = 1;

export type Up =
  | Hello
  | Sit
  | Rename
  | Ready
  | Stand
  | Choose
  | AddBot
  | SetBot
  | Handicap
  | Kick
  | Start
  | Pause
  | Resume
  | Learn
  | Finished
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
}

/** Take a free seat, or a bot's while a game is on. */
export interface Sit {
  type: "sit";
  name: string;
  sign?: number | null;
}

export interface Rename {
  type: "rename";
  name: string;
  sign: number;
}

export interface Ready {
  type: "ready";
  ready: boolean;
}

/** Give up the seat. */
export interface Stand {
  type: "stand";
}

/** Host: which game, with which options, and how to judge it (`None`: as before). */
export interface Choose {
  type: "choose";
  game: string;
  options: Record<string, unknown>;
  fairness?: Fairness | null;
}

/** The defaults suit friends on one continent. */
export interface Fairness {
  /** Nothing is believed on credit. */
  ranked: boolean;
  /** How long a verdict waits for a stalled line, at most. Rooms across oceans want 300. */
  cap: number;
}

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

/** Host: a bot is put away; a person loses the seat and the line. */
export interface Kick {
  type: "kick";
  player: number;
}

/** Host: begin, or play again. */
export interface Start {
  type: "start";
}

/** Host. */
export interface Pause {
  type: "pause";
}

/** Host. */
export interface Resume {
  type: "resume";
}

/** Host, in a lesson: on to this step. `None`: no more of it. */
export interface Learn {
  type: "learn";
  step: number | null;
}

/** Host: back to the lobby, whatever is going on. */
export interface Finished {
  type: "finished";
}

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

export type Down = Welcome | Sorry | Goodbye | Room | Update | Ask;

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
  | "bad-message"
  | "bad-options"
  | "bad-token"
  | "flood"
  | "gone"
  | "kicked"
  | "name-taken"
  | "new-version"
  | "no-name"
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
  stage: "lobby" | "over" | "playing";
  paused: "empty" | "host" | "lesson" | "restart" | null;
  /** Whose table it is: a player's id. */
  host: number | null;
  /** Which step of the game's lesson is on. */
  lesson: number | null;
  players: readonly Player[];
  watchers: number;
}

/** Who sits where, as all may know. The place in the list is the seat. */
export interface Player {
  id: number;
  name: string;
  sign: number;
  /** A bot's level; `None` for a person. */
  bot: Skill | null;
  here: boolean;
  ready: boolean;
  head_start: number;
  weather: Weather | null;
  /** Milliseconds to the house and back, about. */
  trip: number | null;
}

export type Weather = "breezy" | "clear" | "stormy";

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
