// Made by tools/wire.py from the Python types. Change those, then run it again.

export const VERSION = 4;

/** Characters as people count them: an emoji or a letter with its accents is one. */
export const LONGEST_NAME = 16;

/** Pub signs, numbered from 1. */
export const SIGN_COUNT = 8;

/** Milliseconds between two reactions of one player. */
export const REACTION_GAP = 1000;

/** Milliseconds from a majority of votes to the start of the game. */
export const COUNTDOWN = 5000;

/** Milliseconds. */
export const MAX_HEAD_START = 2000;

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

/** Bytes of the text of a deck. */
export const LONGEST_DECK = 16384;

/** Letters of the title of a deck. */
export const LONGEST_TITLE = 40;

/** Cards of a deck. */
export const MOST_CARDS = 100;

/** Bytes of a link that is drawn as a QR code. */
export const LONGEST_LINK = 2048;

/** Percent of the rules' time limits. */
export const TIME_SCALES = [100, 150, 200, 300] as const;

/** Of bots, in rising order. */
export const SKILLS = ["gentle", "steady", "quick"] as const;

export type Up =
  | Hello
  | Looking
  | Sit
  | Rename
  | Ready
  | Stand
  | Choose
  | UseDeck
  | OfferDeck
  | AnswerOffer
  | TakeDecks
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
  | BigScreenSound
  | Announcer
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

/** The first message of a connection. With a seat's token, the player gets the seat back. */
export interface Hello {
  type: "hello";
  /** The version of this protocol that the client speaks. */
  v: number;
  /** The seat's token from `welcome`. `None`: no seat yet. */
  token?: string | null;
  /** `hand`: a player's own screen. `table`: a big screen for all, which only watches. */
  screen?: "hand" | "table";
  browser?: string | null;
}

/** The page is visible or hidden now. Always answered, so that a page knows its connection is alive. */
export interface Looking {
  type: "looking";
  /** `False`: the page is hidden. */
  looking: boolean;
}

/** Take a free seat, or a bot's during a game; without either, wait on the bench for the next. The same browser with the same name gets the seat that it has. */
export interface Sit {
  type: "sit";
  name: string;
  /** `None`: any free sign. */
  sign?: number | null;
}

/** Change one's name and sign. Host: also another player's. */
export interface Rename {
  type: "rename";
  name: string;
  sign: number;
  /** The id of the player to rename. `None`: oneself. */
  player?: number | null;
}

/** Before a game: this player is ready to start, or not any more. In an introduction: has read it. */
export interface Ready {
  type: "ready";
  /** `False`: not ready any more. */
  ready: boolean;
}

/** Give up the seat. */
export interface Stand {
  type: "stand";
}

/** Host: choose the game, its options, how taps are judged, how long the rules wait, and the language to start in (`None`: as before). */
export interface Choose {
  type: "choose";
  game: string;
  /** The options that change, by name. `/api/games` has their schema. `None`: as last played. */
  options?: Record<string, unknown> | null;
  /** How taps are judged. */
  fairness?: Fairness | null;
  time_scale?: TimeScale | null;
  locale?: string | null;
}

/** The defaults suit friends on one continent. */
export interface Fairness {
  /** No time is believed on credit. */
  ranked: boolean;
  /** How long a verdict waits for a stalled line, at most. */
  cap: number;
}

export type TimeScale = 100 | 150 | 200 | 300;

/** Host, before a game: play the deck's game with it. `None`: without the own deck of the chosen game. */
export interface UseDeck {
  type: "usedeck";
  deck: string | null;
}

/** Offer the host a deck. `None` takes the offer back. */
export interface OfferDeck {
  type: "offerdeck";
  deck: string | null;
}

/** Host: play with the deck that a player offers, or decline it. */
export interface AnswerOffer {
  type: "answeroffer";
  /** A player's id. */
  player: number;
  /** `False`: the offer goes away. */
  accepted: boolean;
}

/** Host: whether other players may offer decks. */
export interface TakeDecks {
  type: "takedecks";
  /** `False`: the offers that there are go away. */
  on: boolean;
}

/** Host: add a bot. */
export interface AddBot {
  type: "addbot";
  skill: Skill;
}

export type Skill = "gentle" | "quick" | "steady";

/** Host: change a bot's level. */
export interface SetBot {
  type: "setbot";
  /** The bot's id. */
  player: number;
  skill: Skill;
}

/** Host, before a game: give a player a head start. */
export interface Handicap {
  type: "handicap";
  /** A player's id. */
  player: number;
  head_start: number;
}

/** Before a game: draw what this player taps larger on their screen. Host: also for another player. */
export interface LargeTargets {
  type: "largetargets";
  /** `False`: drawn as usual. */
  large: boolean;
  /** A player's id. `None`: oneself. */
  player?: number | null;
}

/** Host: two players change seats. */
export interface Swap {
  type: "swap";
  /** A player's id. */
  player: number;
  /** Another player's id. */
  other: number;
}

/** Host: a bot leaves; a person loses the seat and may watch. */
export interface Remove {
  type: "remove";
  /** A player's id. */
  player: number;
}

/** Host: a person loses the seat and the connection, and may come back. */
export interface Kick {
  type: "kick";
  /** A player's id. */
  player: number;
}

/** Host: a person loses the seat and the connection, and their browser cannot come back. */
export interface Ban {
  type: "ban";
  /** A player's id. */
  player: number;
}

/** Host: make another player the host for good. */
export interface HandOver {
  type: "handover";
  /** The id of the new host. */
  player: number;
}

/** Host: let nobody new sit down. */
export interface Lock {
  type: "lock";
  /** `False`: the table is open again. */
  locked: boolean;
}

/** Host: how loud the big screen is. */
export interface BigScreenSound {
  type: "bigscreensound";
  volume: Volume;
}

export type Volume = "full" | "low" | "off";

/** Host: whether the big screen also speaks. */
export interface Announcer {
  type: "announcer";
  /** Whether the big screen speaks. */
  on: boolean;
}

/** Vote for the next game; `None` takes the vote back. */
export interface Vote {
  type: "vote";
  game: string | null;
}

/** Host: start the chosen game, play again, or start another `game`. */
export interface Start {
  type: "start";
  game?: string | null;
}

/** Host: pause the game. */
export interface Pause {
  type: "pause";
}

/** Resume the game. Host; after a long pause anyone. */
export interface Resume {
  type: "resume";
}

/** Anyone, if the host is idle for long: start the chosen game, or after the podium a new evening. */
export interface GoOn {
  type: "goon";
}

/** Host, in a lesson: go to this step. `None`: end the lesson. */
export interface Learn {
  type: "learn";
  /** Counted from 0. */
  step: number | null;
}

/** Host: end what the game is waiting for now. */
export interface Skip {
  type: "skip";
}

/** Host: go back to the lobby at any time. After the podium a new evening begins. */
export interface Finished {
  type: "finished";
}

/** Host: go to the podium at any time. */
export interface EndEvening {
  type: "endevening";
}

/** Send a reaction to all, instead of a chat message. Not during a race. */
export interface React {
  type: "react";
  emote: Emote;
}

export type Emote = "clap" | "fist" | "gasp" | "groan" | "heart" | "laugh";

/** The device this page runs on. Sent once, and again when it changes. */
export interface Device {
  type: "device";
  /** Microseconds from one frame to the next. */
  frame: number;
  /** This device was measured, and its `at` is corrected by the result. */
  calibrated?: boolean;
}

/** A tap: the player acted when the page's clock read `at`, with update `n` of this game on the screen. */
export interface Do {
  type: "do";
  /** One of the acts of the room's game. */
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

/** No tap but those already sent when the page's clock read `at`, with update `n` on the screen. */
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
  /** The protocol version of the house. */
  v: number;
  /** The table's code. */
  code: string;
  /** Your id. `None`: you watch. */
  player: number | null;
  /** Store it: it gets you the seat back. */
  token: string | null;
}

/** Your request was refused and changed nothing. */
export interface Sorry {
  type: "sorry";
  why: Why;
  /** Details for authors of clients. */
  detail: string;
}

export type Why =
  | "bad-deck"
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
  | "no-decks"
  | "no-name"
  | "no-replay"
  | "no-such-game"
  | "no-such-player"
  | "no-such-screen"
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

/** The connection is about to be closed. */
export interface Goodbye {
  type: "goodbye";
  why: Why;
}

/** The whole room as all may see it. */
export interface Room {
  type: "room";
  /** The table's code. */
  code: string;
  /** The slug of the game that is chosen, played, or just over. Its acts, view and events apply. */
  game: string;
  /** The game's options by name. `/api/games` has their schema. */
  options: Record<string, unknown>;
  /** How taps are judged. */
  fairness: Fairness;
  /** How long the rules wait for a player at this table, in percent of the standard time. */
  time_scale: TimeScale;
  stage: Stage;
  paused: Standstill | null;
  /** The id of the player who decides. */
  host: number | null;
  /** The current step of the game's lesson. */
  lesson: number | null;
  /** The players with a seat; the index in this list is the seat. */
  players: readonly Player[];
  /** The players without a seat; the first gets the next free one. */
  bench: readonly Player[];
  /** How many screens watch. */
  watchers: number;
  /** A big screen shows the table, so a player's own screen need not show all of it. */
  big_screen: boolean;
  /** Nobody new may sit down. */
  locked: boolean;
  /** The game a majority votes for. It starts by itself in a moment. */
  elected: string | null;
  /** The host has been idle for long, and most others are ready: anyone may go on without them. */
  may_go_on_without_host: boolean;
  /** The game on the table began as a lesson: nobody joins it. */
  taught: boolean;
  /** The name of the game that is played or just over: its record and its receipts belong to it. */
  match: string | null;
  /** How loud the big screen is. */
  big_screen_sound: Volume;
  /** The big screen also speaks. */
  announcer: boolean;
  /** The own deck that the chosen game is played with. `/api/tables/CODE/deck` has its text. */
  deck: DeckSummary | null;
  /** Decks that players offer to the host. */
  offers: readonly DeckOffer[];
  /** Players who are not the host may offer a deck. `False`: the host wants none, or the house. */
  takes_decks: boolean;
  /** The deal was known before: as with a lesson nobody joins the game, and it does not count. */
  is_dealt: boolean;
  /** The number of the deal of the day that is played here. */
  day: number | null;
}

export type Stage = "lobby" | "over" | "playing" | "podium";

export type Standstill =
  | "countdown"
  | "empty"
  | "host"
  | "introduction"
  | "keeping"
  | "lesson"
  | "long"
  | "restart";

/** A member of the table as all may see them. The index in the list is the seat. */
export interface Player {
  /** Stays the same as long as the player is at this table; bots have one too. */
  id: number;
  /** The player's name. */
  name: string;
  sign: number;
  /** A bot's level; `None` for a person. */
  bot: Skill | null;
  /** A screen of this player is connected and visible. Always true for bots. */
  here: boolean;
  /** A bot plays the seat until the player is back. */
  played_by_bot: boolean;
  /** Ready to start. */
  ready: boolean;
  head_start: number;
  /** With which all would win equally often. `None`: too little is known of this player here. */
  suggested_head_start: number | null;
  /** What this player taps is drawn larger. */
  large_targets: boolean;
  /** The game this player votes for. */
  vote: string | null;
  /** The quality of the line. `None`: not known yet. */
  rating: LineRating | null;
  /** The approximate round trip to the house in milliseconds. */
  rtt: number | null;
  /** A bot that repeats what a player of a finished game did. */
  ghost: boolean;
}

export type LineRating = "fair" | "good" | "poor";

/** What a list says of a deck. */
export interface DeckSummary {
  /** The slug of its game. */
  game: string;
  /** Its name, as its author wrote it. */
  title: string;
  /** How many it has. */
  cards: number;
}

/** A deck that a player offers to the host. */
export interface DeckOffer {
  /** The player's id. */
  player: number;
  /** What is offered. */
  deck: DeckSummary;
}

/** The games played at this table so far, and the scores. */
export interface Evening {
  type: "evening";
  /** Oldest first. */
  games: readonly Played[];
  /** Best first. */
  scores: readonly Score[];
  /** What players did more, or faster, than all others. */
  awards: readonly Award[];
}

/** A game that was played to its end. */
export interface Played {
  /** The game's slug. */
  game: string;
  /** One for each seat, best first. */
  results: readonly Result[];
  /** The options it was played with. */
  options: Record<string, unknown>;
}

/** One player's result in one game. */
export interface Result {
  /** The player's id. */
  player: number;
  /** The player's name then. */
  name: string;
  /** The player's sign. */
  sign: number;
  /** Whether the player was a bot. */
  bot: boolean;
  /** From 1; tied players share a place. */
  place: number;
  /** Points of the evening, not of the game. */
  points: number;
  /** The shortest response that won a race of this game, in milliseconds. `None`: none was measured. */
  fastest: number | null;
  /** What the player did for the awards of this game, by the award's name. */
  deeds: Record<string, number>;
  /** Milliseconds. */
  head_start: number;
}

/** One player's standing in the evening. */
export interface Score {
  /** The player's id. */
  player: number;
  /** The player's name. */
  name: string;
  /** The player's sign. */
  sign: number;
  /** Whether the player is a bot. */
  bot: boolean;
  /** From 1; tied players share a place. */
  place: number;
  /** Points of the evening. */
  points: number;
  /** How many games this player won. */
  wins: number;
  /** How many games this player played. */
  games: number;
}

/** What one player did more, or faster, than all others in the evening. */
export interface Award {
  /** `fastest`, or an award of `game`: its texts have `award.NAME`. */
  name: string;
  /** `None`: an award for all games. */
  game: string | null;
  /** The player's id. */
  player: number;
  /** How often; for `fastest` the milliseconds. */
  n: number;
}

/** A player's reaction. */
export interface Reaction {
  type: "reaction";
  /** The player's id. */
  player: number;
  emote: Emote;
}

/** One whole view of the game. Draw `view`, animate `news`. */
export interface Update {
  type: "update";
  /** Counts the updates of this connection across games: `painted`, `do` and `beat` refer to it. */
  n: number;
  /** The play time at which this is seen: play clocks count from it while the table is not paused. */
  at: number;
  /** The game's `View` as this seat may see it. */
  view: unknown;
  /** The game's `Events` since the last update as this seat may see them. */
  news: unknown;
  /** A race is on: send paint reports, and answer `ask`. */
  race: "reflex" | "search" | null;
  /** Microseconds between two beats during the race. `None`: only when asked. */
  beat: number | null;
  /** Photo finishes that this screen has not got yet. */
  finishes: readonly Finish[];
  /** The running hash of the game's stored record, up to what caused `news`. Keep it: the record of a game that is over must contain every receipt. Only with news, so that it does not tell what is hidden. */
  receipt: string | null;
  /** The place of each seat when the game is over, from 1; tied seats share a place. Empty until then. */
  places: readonly number[];
}

/** Several taps of one contest. */
export interface Finish {
  /** What the players were after, as their game names it. */
  contest: unknown;
  /** In the order of the verdict. */
  lanes: readonly Lane[];
  /** Time between the two lanes that decide. */
  gap: number;
  /** Of both lanes together: if the gap is smaller, their bars overlap. */
  blur: number;
  /** The last two lanes decide; otherwise the first two. */
  last: boolean;
  /** Counts the contests of a game. A later photo finish of the same contest has the same number. */
  number: number;
  /** Who lost without a tap, and so is in no lane. */
  absent: number | null;
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
  | "false-start"
  | "future"
  | "handicap"
  | "heartbeat"
  | "late"
  | "stall"
  | "unseen";

/** Send a beat now, and another every few milliseconds until your play clock is past this moment. */
export interface Ask {
  type: "ask";
  past: number;
}

/** A game that is over, as one seat saw it. */
export interface Film {
  /** The room as it was. */
  room: Room;
  /** `None`: the table's own view. */
  seat: number | null;
  frames: readonly Frame[];
  /** The number of the game at its table; `None` for a file. */
  number: number | null;
  /** All games of the table that can be replayed, oldest first. */
  games: readonly Past[];
  /** The first line that is wrong; only of a file. */
  doubt: Doubt | null;
  /** The running hash at each line of the record: every receipt of this game is one of them. */
  links: readonly string[];
  /** The house signed the record. False: an older version wrote it. */
  sealed: boolean;
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

/** A game of this table that can be replayed. */
export interface Past {
  number: number;
  game: string;
}

/** What is wrong with an opened file. */
export interface Doubt {
  line: number;
  says: string;
  why: DoubtReason;
}

export type DoubtReason =
  | "after"
  | "bot"
  | "changed"
  | "cut"
  | "decided"
  | "evidence"
  | "fairness"
  | "handicap"
  | "impossible"
  | "key"
  | "ledger"
  | "order"
  | "other-game"
  | "other-version"
  | "race"
  | "receipt"
  | "rules"
  | "setup"
  | "signature"
  | "time"
  | "unreadable"
  | "unsealed"
  | "unsigned";

/** A request for a new table. With a name, the sender sits down and is the host. */
export interface OpenTable {
  game: string;
  /** `None`: the basic game. */
  options?: Record<string, unknown> | null;
  /** The table's language: a game that is played in a language starts in this one. */
  locale?: string;
  fairness?: Fairness;
  /** The text of an own deck of this game. */
  deck?: string | null;
  bots?: readonly Skill[];
  name?: string | null;
  sign?: number | null;
  browser?: string | null;
  start?: boolean;
  /** Learn the game. The lesson sets the number of bots. */
  lesson?: boolean;
  /** Play the deal of the day. It sets game, options and bots, and the sender needs a name. */
  daily?: boolean;
}

/** A request for a table at which the players of a finished game are ghosts. It starts at once. */
export interface PlayAgainst {
  /** The record of the game. */
  file: string;
  /** The sender's. Ghosts have the others. */
  seat: number;
  name: string;
  browser: string;
  sign?: number | null;
  locale?: string;
}

/** A player shows their table on the big screen with this number. */
export interface ClaimBigScreen {
  number: string;
  /** The table's code. */
  table: string;
  /** The token of the player's seat. */
  token: string;
}

/** The address that friends are given from now on. */
export interface ChooseAddress {
  address: string;
}

/** The text of a deck. */
export interface ReadDeck {
  text: string;
}

/** A deck as a form has it. */
export interface WriteDeck {
  game: string;
  /** Of the game's own type: `Deck` in its `wire.ts`. */
  deck: unknown;
}

/** A deck that bots shall try. */
export interface TryDeck {
  game: string;
  /** Of the game's own type: `Deck` in its `wire.ts`. */
  deck: unknown;
  /** So many games are played with it. None of them: only what can be told at once. */
  games?: number;
}

export interface Lesson {
  seats: number;
  seed: string;
  steps: readonly Step[];
}

/** A text for the pupil. Without `do` and `see` it only wants to be read. */
export interface Step {
  /** The key of the text in the game's words. */
  say: string;
  /** What parts of the board it is about, each a `data-point`. The first gets a ring; none is covered. */
  point?: readonly string[];
  /** The game stands still until an act of the pupil is answered by one of these events. */
  do?: readonly string[];
  /** The game goes on until one of these events happens. */
  see?: readonly string[];
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
  /** True if the seat token in the request's `Authorization` header still has its seat here. */
  is_yours: boolean;
}

/** A big screen that waits for a table. */
export interface NewBigScreen {
  /** Five digits, shown on the screen. A phone sends them with its table. */
  number: string;
  /** Only the screen knows it: it asks with it which table it got. */
  secret: string;
}

/** The table that a big screen got, if it got one. */
export interface PairedScreen {
  table: string | null;
}

/** A game that can be played here. */
export interface OnTheShelf {
  slug: string;
  seats: readonly [number, number];
  minutes: number;
  options: OptionsSchema;
  /** The languages whose words the game's bots understand; `None`: bots need none. */
  bot_languages: readonly string[] | null;
  /** The name and version of another package that brings the game; `None`: it is one of Taphouse's own. */
  package: string | null;
  /** Where the files of such a game are, below the address of the house. */
  place: string | null;
  /** People can write cards of their own for it. */
  decks: boolean;
  /** Their names: `web/board.js` is the board, `art/sign.svg` its drawing. */
  files: readonly string[];
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
  /** `language`: any code of a language of the house. */
  format?: string;
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
  /** True if the house made its own certificate: `/taphouse.crt`. */
  certificate: boolean;
  /** The public key with which the house signs the record of each game that is over (Ed25519, base64url). */
  key: string;
  /** Where the house has https beside http, with its own certificate. */
  https: string | null;
  /** The host in this request, if it is an address of the house that friends are not given. */
  opened_at: string | null;
  /** The house remembers the games that end here: players are told before they sit down. */
  book: boolean;
  /** Which own decks there may be. */
  decks: DecksAllowed;
  /** The deal of the day, by UTC. */
  today: DealOfTheDay | null;
  /** The house of a game's designer (`taphouse dev`): its pages follow each change of the game. */
  dev: boolean;
}

export type DecksAllowed = "off" | "tables";

/** The deal that everybody can play today, by UTC. */
export interface DealOfTheDay {
  /** Its number. */
  day: number;
  /** Its game. */
  game: string;
}

/** Times are in milliseconds, as precise as the histograms; `None` before the first measurement. */
export interface Figures {
  writable: boolean;
  tables: number;
  playing: number;
  players: number;
  watchers: number;
  verdicts: number;
  /** How long the house itself takes for a verdict, 99th percentile. */
  own: number | null;
  /** How long a tap waits for slower lines, median. */
  hold: number | null;
  /** How long a write to the journal takes, 99th percentile. */
  kept: number | null;
  /** How late the event loop wakes up, 99th percentile. */
  stall: number | null;
  /** Refused messages: malformed, too many, or not allowed. */
  refused: number;
  /** Taps whose claimed time was not believed. */
  doubted: number;
  broken: number;
}

/** The addresses among which the host can choose, the best one first; none for anybody else. */
export interface HouseAddresses {
  addresses: readonly HouseAddress[];
  /** The address that friends are given. */
  chosen: string | null;
  /** True if the host chose it, false if the house did. */
  is_own_choice: boolean;
  /** The URL of the house with the name that it announces in the local network. */
  name: string | null;
}

/** An address of the house's computer. */
export interface HouseAddress {
  address: string;
  url: string;
  interface: string;
  kind: Kind;
  /** How many other devices opened the house here. */
  devices: number;
}

export type Kind =
  | "alone"
  | "internet"
  | "network"
  | "router"
  | "virtual"
  | "vpn";

/** A language that a player can choose. */
export interface Language {
  code: string;
  /** What it calls itself. */
  name: string;
  direction: "ltr" | "rtl";
  /** A native speaker has read its texts. */
  reviewed: boolean;
  /** Says so, in this language, if none has. Empty where the language lacks that text. */
  note: string;
}

/** The app's texts in one language, and the words on the card of each game. */
export interface Texts {
  words: Record<string, string>;
  games: Record<string, Record<string, string>>;
}

/** A deck that the house has for everybody. */
export interface HouseDeck {
  deck: DeckSummary;
  /** As it is used at a table, and sent. */
  text: string;
}

/** The deck of a text; or why it is none. */
export interface DeckRead {
  /** The slug of its game. */
  game: string | null;
  /** Of the game's own type: `Deck` in its `wire.ts`. */
  deck: unknown;
  problems: readonly Problem[];
}

/** Why a text is no deck, and where. */
export interface Problem {
  /** Counted from 1. */
  line: number;
  /** `deck.problem.WHY`, of the game's words or else of the app's, says it. */
  why: string;
  /** What fills the holes of that sentence. */
  values: Record<string, Param>;
  /** Which card it is about, counted from 0. `None`: the whole deck. */
  card: number | null;
}

export type Param = string | number;

/** The text of a deck, and what is wrong with it. */
export interface DeckWritten {
  text: string;
  /** Their lines are those of `text`. */
  problems: readonly Problem[];
}

/** What a deck is like to play; or why it is none. */
export interface Tried {
  /** The most important first. */
  findings: readonly Finding[];
  problems: readonly Problem[];
}

/** What a deck is like to play. */
export interface Finding {
  /** `deck.finding.KIND`, of the game's words or else of the app's, says it. */
  kind: string;
  /** `bad`: the game with this deck is no fun, or no game. `odd`: worth a look. */
  level: "bad" | "good" | "odd";
  /** What fills the holes of that sentence. Shares are in per cent. */
  values: Record<string, Param>;
  /** The cards it is about, counted from 0; none: the whole deck. */
  cards: readonly number[];
}

/** Why the request was refused. */
export interface ErrorBody {
  why: Why;
  detail: string;
}

/** The `pictures.json` of a game. */
export interface PictureBook {
  /** The game in four pictures, by their names. */
  steps: readonly string[];
  /** The picture at each rule that has one. */
  rules: Record<number, string>;
  pictures: Record<string, DrawnPicture>;
}

/** One picture: what the board gets, and which part of it is shown. */
export interface DrawnPicture {
  seat: number;
  /** The play clock stands still here. */
  now: number;
  /** The parts of the board that are drawn, as CSS selectors. */
  shows: readonly string[];
  view: unknown;
}

export type CommonProblem =
  | "empty"
  | "first-line"
  | "later-format"
  | "line-too-long"
  | "missing"
  | "no-cards"
  | "no-decks"
  | "no-such-game"
  | "not-a-choice"
  | "not-understood"
  | "too-long"
  | "too-many-cards"
  | "twice"
  | "unknown-field"
  | "unknown-section";

export type CommonFinding =
  | "bots-fail"
  | "length"
  | "long"
  | "seat-wins"
  | "seats-even"
  | "short";
