import { untrack } from "svelte";

import {
  added,
  advanced,
  EMPTY,
  interrupted,
  type Moment,
  type Photo,
  SHOWN_FOR,
  withPhotos,
} from "./moments";
import { isClose, ms } from "./finish";
import { describeFinish } from "./finishWords";
import type { BoardProps, Finish } from "./types";
import { PRESSABLE } from "./boxes";
import { Unseen } from "./unseen";
import { buzz } from "$base/haptics";
import { number } from "$base/phrase";
import { play } from "$base/sound";
import { speak } from "$base/speech";

const BUZZ = 60; // ms

interface Places {
  /** Whether fingers are compared now, or may be at any moment: no banner is shown then. */
  live: () => boolean;
  /** The elements that a banner must not cover while fingers are not compared. */
  keepsFree?: string;
}

interface Rules<Contest> extends Places {
  /**
   * What a photo finish was about, in words, if a game has several at once; null: it belongs to no moment, or the
   * game went on, and not to the seat that it names.
   */
  about?: (contest: Contest, told: number | null) => string | null;
  /** The thing that a photo finish was about, as the board's `piece` draws it. */
  piece?: (contest: Contest) => string;
  /** `false`: only the gaps between taps mean something. */
  timed?: boolean;
}

const MOST_PHOTOS = 3; // as many as are read in the time of a moment

/** The moments of a board, one after the other. */
export class Banners {
  readonly keepsFree: string;
  #live: () => boolean;
  #queue = $state.raw(EMPTY);

  constructor({ live, keepsFree = PRESSABLE }: Places) {
    this.#live = live;
    this.keepsFree = keepsFree;
    $effect(() => this.#run());
  }

  shown = $derived.by(() => (this.#live() ? null : this.#queue.shown));

  add(moments: readonly Moment[]): void {
    if (moments.length > 0) this.#queue = added(this.#queue, moments, performance.now());
  }

  /** Ends the shown moment in time; a race puts it away. */
  #run(): (() => void) | undefined {
    const { shown, since, waiting } = this.#queue;
    if (this.#live()) {
      if (shown) this.#queue = interrupted(this.#queue, performance.now());
      return undefined;
    }
    if (!shown && waiting.length === 0) return undefined;
    const now = performance.now();
    const due = shown ? since + SHOWN_FOR : now;
    // timers may fire a little early
    const end = () => (this.#queue = advanced(this.#queue, Math.max(due, performance.now())));
    const timer = setTimeout(end, due - now);
    return () => clearTimeout(timer);
  }
}

/** Turns the news of a board and its photo finishes into moments, shown by its `Ground`. Call it while a board is created. */
export function followMoments<News, Contest>(
  given: () => BoardProps<unknown, News, Contest>,
  momentsOf: (event: News) => readonly Moment[],
  rules: Rules<Contest>,
): Banners {
  const { about = () => "", piece, timed = true } = rules;
  /** When the game is over, the winners are named over the board, and nothing else covers the winning move. */
  const live = () => rules.live() || Boolean((given().view as { winners?: unknown }).winners);
  const banners = new Banners({ ...rules, live });
  const unseen = new Unseen<Finish<Contest>>();

  function photoOf(finish: Finish<Contest>): Photo[] {
    const { room, seat, words, locale } = given();
    const text = describeFinish(finish, room, seat, words, "", timed);
    const of = about(finish.contest, text.told);
    if (of === null) return [];
    const lane = finish.lanes.find((each) => each.seat === text.told);
    const time = timed && lane ? `${number(ms(lane.response), locale)}\u00a0ms` : "";
    const { told: who, headline } = text;
    const proof = isClose(finish) ? text.short : "";
    return [{ who, of, piece: piece?.(finish.contest), headline, time, proof }];
  }

  $effect(() => {
    const { news, finishes, seat } = given();
    untrack(() => {
      const fresh = unseen.take(finishes, !live(), performance.now());
      const told = news.length > 0 ? fresh : []; // a page that comes back gets old ones without news
      const photos = told.flatMap(photoOf).slice(0, MOST_PHOTOS);
      banners.add(
        withPhotos(
          news.flatMap((event) => momentsOf(event)),
          photos,
          seat,
        ),
      );
    });
  });
  $effect(() => {
    const { shown } = banners;
    if (!shown) return;
    const isForAll = untrack(() => given().screen === "table");
    play(shown.sound, shown.rank === "mine" || isForAll ? 1 : 0.6);
    if (shown.rank === "mine") buzz(BUZZ);
    speak(shown.shout, shown.line);
  });
  return banners;
}
