// Made by tools/wire.py from the Python types. Change those, then run it again.

/** A new table that goes on after so many entries. */
export interface Fork {
  moment: number;
}

/** Who plays a seat: a bot, or its player. */
export interface Assign {
  bot: Skill | null;
}

export type Skill = "gentle" | "quick" | "steady";

/** What a seat's line adds to the real one. */
export interface LineQuality {
  /** Milliseconds there and back. */
  delay: number;
  /** Milliseconds on average, in each direction; the tail is long. */
  jitter: number;
  /** Per cent of packets. TCP sends them again, and what follows waits for them. */
  loss: number;
}

/** The house of a game's designer. */
export interface DevHouse {
  game: string;
  /** Goes up each time the house opens again with changed files: then a page loads itself again. */
  generation: number;
  /** Why the saved files are not played; the rules before them still are. */
  failure: Failure | null;
  tables: readonly DevTable[];
}

/** Why saved files cannot be played. */
export interface Failure {
  /** One line: the error. */
  what: string;
  /** The lines of the game's own files that led to it. */
  where: string;
}

export interface DevTable {
  code: string;
  players: readonly string[];
  is_playing: boolean;
}

/** A table with all its secrets. */
export interface DevState {
  match: string | null;
  seats: readonly DevSeat[];
  /** Entries so far. */
  count: number;
  /** Those that were asked for. */
  entries: readonly DevEntry[];
  /** `None`: no game is on the table. */
  moment: Moment | null;
  /** The first entry that changed rules decided differently: the game went on from before it. */
  differs: number | null;
}

export interface DevSeat {
  /** The bot that plays this seat. */
  bot: Skill | null;
  /** The seat belongs to a bot: nobody can play it before it is handed to a person. */
  is_bots: boolean;
  /** A page of this seat's player is open. */
  is_connected: boolean;
  line: LineQuality;
}

/** One line of the journal. */
export interface DevEntry {
  at: number;
  seat: number | null;
  act: unknown;
  events: readonly unknown[];
}

/** The game after so many entries. */
export interface Moment {
  number: number;
  at: number;
  state: unknown;
  /** What the asked seat saw. */
  view: unknown;
}

export interface Forked {
  code: string;
}

export interface SeatToken {
  token: string;
}
