import type { Component } from "svelte";

import type { Feel } from "$base/feel";
import type { Finish, Room } from "$base/wire";
import type { Locale, Words } from "$base/words.svelte";

/** What a game's `Board.svelte` is given. It draws `view`, animates `news` and reports fingers; it knows no rules. */
export interface BoardProps<View = unknown, News = unknown> {
  /** All this screen may know, whole. */
  view: View;
  /** What happened since the last view: a new array with every update. */
  news: readonly News[];
  /** Who sits where: `room.players[seat]`. */
  room: Room;
  /** One's own seat; `null` for watchers and the big screen. */
  seat: number | null;
  /** "table" is the big screen: no buttons, no secrets. */
  screen: "hand" | "table";
  /** The play clock in microseconds; stands still while the table is paused. */
  now: () => number;
  /** Reports a finger. Call it in the pointerdown or keydown handler, with that very event. */
  tap: (act: object, event: Event, feel?: Feel) => void;
  /** Says why a finger does not count where the house need not be asked: a key of the game's `refused.` words. */
  refuse: (why: string, event: Event) => void;
  /** This game's words in the player's language; the app's own words where the game has none. */
  words: Words;
  locale: Locale;
  /** Every photo finish of this game so far, oldest first. */
  finishes: readonly Finish[];
  /** Lays a photo finish over the board. It can be put away at once, and play goes on beneath. */
  openFinish: (finish: Finish) => void;
  /** Has a screen reader say it, politely. */
  say: (text: string) => void;
}

/** How the seats stand. More is better. */
export interface Standing {
  points: readonly number[];
  winners: readonly number[] | null;
  /** What is told of each seat instead, where its points are no number to be proud of: cards left. */
  told?: readonly number[];
}

/** A `Board.svelte` and what it may export from its module script. */
export interface BoardModule {
  // A board knows its own game's types; the shelf cannot.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  default: Component<BoardProps<any, any>>;
  /** How the seats stand; without it the view's own `points` and `winners` count. */
  standing?: (view: unknown) => Standing;
  /** What a photo finish is of, in words: "last plate". */
  thing?: (thing: string, words: Words) => string;
  /** `false`: nothing starts the race, so that only the gaps between fingers tell anything. */
  timed?: boolean;
  /** SVG drawings that rain on the podium: the game's own shapes. */
  confetti?: readonly string[];
}
