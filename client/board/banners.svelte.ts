import { untrack } from "svelte";

import { added, advanced, EMPTY, interrupted, type Moment, SHOWN_FOR } from "./moments";
import type { BoardProps } from "./types";
import { PRESSABLE } from "./boxes";
import { buzz } from "$base/haptics";
import { play } from "$base/sound";

const BUZZ = 60; // ms

interface Rules {
  /** Whether fingers are compared now, or may be at any moment: no banner is shown then. */
  live: () => boolean;
  /** The elements that a banner must not cover while fingers are not compared. */
  keepsFree?: string;
}

/** The moments of a board, one after the other. */
export class Banners {
  readonly keepsFree: string;
  #live: () => boolean;
  #queue = $state.raw(EMPTY);

  constructor({ live, keepsFree = PRESSABLE }: Rules) {
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

/** Turns the news of a board into moments, shown by its `Ground`. Call it while a board is created. */
export function followMoments<News>(
  given: () => BoardProps<unknown, News>,
  momentsOf: (event: News) => readonly Moment[],
  rules: Rules,
): Banners {
  const banners = new Banners(rules);
  $effect(() => {
    const { news } = given();
    untrack(() => banners.add(news.flatMap((event) => momentsOf(event))));
  });
  $effect(() => {
    const { shown } = banners;
    if (!shown) return;
    play(shown.sound, shown.rank === "mine" ? 1 : 0.6);
    if (shown.rank === "mine") buzz(BUZZ);
  });
  return banners;
}
