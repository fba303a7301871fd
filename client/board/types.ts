import type { Component } from "svelte";

import type { DeckKit } from "./decks";
import type { FirstRounds } from "./firstRounds.svelte";
import type { Feel } from "$base/feel";
import type { Finish as AnyFinish, Room } from "$base/wire";
import type { Locale, Words } from "$base/words.svelte";

/** Several taps of one contest, as the server judged them; `Contest` is the game's own type. */
export interface Finish<Contest = unknown> extends AnyFinish {
  contest: Contest;
}

/** A label beside a piece: a few words about the element with this `data-point`. */
export interface Hint {
  point: string;
  text: string;
}

/** What a board may know of the room. */
export type BoardRoom = Pick<Room, "players" | "big_screen" | "taught" | "time_scale">;

/** The props of a game's `Board.svelte`. It draws `view`, animates `news` and reports taps; it knows no rules. */
export interface BoardProps<View = unknown, News = unknown, Contest = unknown> {
  /** The whole view: all that this screen may know. */
  view: View;
  /** The events since the last view: a new array with every update. */
  news: readonly News[];
  /** Who sits where: `room.players[seat]`. */
  room: BoardRoom;
  /** The viewer's seat; `null` for watchers and the big screen. */
  seat: number | null;
  /** "table" is the big screen: no buttons, no secrets. */
  screen: "hand" | "table";
  /** The play clock in microseconds; stands still while the table is paused. */
  now: () => number;
  /** Reports a tap. Call it in the pointerdown or keydown handler, with that event. */
  tap: (act: object, event: Event, feel?: Feel) => void;
  /** Shows why a tap does not count, without asking the server: a key of the game's `refused.` words. */
  refuse: (why: string, event: Event) => void;
  /** This game's words in the player's language; the app's own words where the game has none. */
  words: Words;
  locale: Locale;
  /** Every photo finish of this game so far, oldest first. */
  finishes: readonly Finish<Contest>[];
  /** Opens a photo finish over the board. It can be closed at once, and play goes on beneath. */
  openFinish: (finish: Finish) => void;
  /** Has a screen reader say the text, without interrupting it. */
  say: (text: string) => void;
  /** The player's first rounds on this device; the board shows hints in them, and says when a round ends. */
  firstRounds?: FirstRounds;
}

/** A `Board.svelte` and what it may export from its module script. */
export interface BoardModule {
  // A board knows its own game's types; the list of boards cannot.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  default: Component<BoardProps<any, any, any>>;
  /** The number to show for each seat when the game is over, for example cards left; without it the view's `points`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  shownPoints?: (view: any) => readonly number[];
  /** Why the game is over, in a few words without a verb for the winner: "Across the finish: 5 triangles". */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  ending?: (view: any, winners: readonly number[], words: Words) => string;
  /** The key of the game's words about winning; without it `wins`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  winsKey?: (view: any) => string;
  /** The line about the winners if the number of points is not why they won; `undefined` if it is. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  winsLine?: (view: any, winners: readonly number[], words: Words) => string | undefined;
  /** What a photo finish was about, in words: "last plate". */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  contestName?: (contest: any, words: Words) => string;
  /** How the game's own cards look, and the forms to write them. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  deck?: DeckKit<any>;
  /** `false`: nothing starts the race, so only the gaps between taps mean something. */
  timed?: boolean;
  /** The pictures of the title card: what to do, what wins, what to fear; each a row of SVG drawings of the game's pieces. */
  introduction?: readonly (readonly string[])[];
  /** SVG drawings for the confetti on the podium: the game's own shapes. */
  confetti?: readonly string[];
}
