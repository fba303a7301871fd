import { createContext } from "svelte";

import { BoardScene, type Finish } from "$board";

import type { Acts, Contest, Events, Hint, View } from "../wire";
import { ownText } from "./criteria";
import { type Doing, doingOf } from "./doing";

const SECOND = 1e6; // on the play clock

/** An act, in small letters. */
export type ActName = Uncapitalize<Acts["type"]>;

/** State shared by all parts of the board: the view, its words, and the players' names and signs. */
export class Scene extends BoardScene<View, Events, Contest> {
  aloud = $derived(this.view.answers === "aloud");
  /** The play clock, read a few times a second while it matters. */
  time = $state(0);

  /** The number of beats left in a running countdown. `null`: no countdown runs. */
  beats = $derived.by(() => {
    const { phase, since, until } = this.view;
    if (phase !== "countdown" || since === null || until === null) return null;
    return Math.max(0, Math.ceil((until - Math.max(this.time, since)) / SECOND));
  });

  isActive = $derived(this.view.active === this.given.seat);
  /** The seat that proposes, defends, asks, counts down or thinks. */
  speaker = $derived(this.view.by ?? this.view.starter ?? this.view.active);
  speaks = $derived(this.speaker === this.given.seat);
  votes = $derived(
    this.view.phase === "voting" || this.view.phase === "justifying" || this.view.phase === "asking",
  );
  /** The speaker's bubble. `null`: the speaker's place shows the headline. */
  bubble = $derived.by<"question" | "word" | "dots" | null>(() => {
    const { phase, text, how } = this.view;
    if (phase === "asking") return "question";
    const isOut = phase === "voting" || phase === "justifying" || how === "accepted" || how === "rejected";
    if (text || (this.aloud && isOut)) return "word";
    return phase === "answering" || phase === "settling" ? "dots" : null; // the word is still being sought, or was never found
  });
  ownFist = $derived(this.given.seat !== null && this.view.fists.includes(this.given.seat));
  /** Whether this player decided that their fist stays after the defence. */
  kept = $derived(this.given.seat !== null && this.view.kept.includes(this.given.seat));
  /** Whether another player thinks or types, and this one has nothing to drum for. */
  idles = $derived.by(() => {
    const { phase } = this.view;
    if (this.given.seat === null || this.may("drum")) return false;
    return (
      ((phase === "thinking" || phase === "calling") && !this.isActive) ||
      (phase === "answering" && !this.speaks)
    );
  });
  title = $derived.by(() => {
    const { turn, turns, contenders } = this.view;
    if (contenders.length > 0) return this.given.words("turn-final");
    return this.given.words("turn", { n: turn, of: turns });
  });
  series = $derived(
    this.view.games > 1 ? this.given.words("game", { n: this.view.game, of: this.view.games }) : undefined,
  );

  may(act: ActName): boolean {
    return this.view.offers.some((offer) => offer.act.toLowerCase() === act);
  }

  card(card: string): string {
    const own = this.view.own[card];
    if (own) return ownText(own, this.given);
    const letter = /^letter-(.+)$/u.exec(card)?.[1];
    return letter === undefined
      ? this.given.words(`card.${card}`)
      : this.given.words("card.letter", { letter: letter.toUpperCase() });
  }

  doing(seat: number): Doing {
    return doingOf(this.view, seat, this.time);
  }

  /** Returns a phrase about a seat: `key.you` for the player's own seat. */
  about(key: string, seat: number, params: Record<string, string | number> = {}): string {
    const { words } = this.given;
    if (seat === this.given.seat) return words(`${key}.you`, params);
    return words(key, { name: this.name(seat), ...params });
  }

  /** "Close to “lamp”, said by Bo?" */
  hint({ word, by, card }: Hint): string {
    const { words } = this.given;
    if (by === null) return words("hint.card", { card: card ? this.card(card) : word });
    return words("hint.said", { word, name: this.nameInside(by) });
  }

  /** The last photo finish with more than one lane. */
  finish = $derived.by<Finish | undefined>(() =>
    this.given.finishes.findLast((finish) => finish.lanes.length > 1),
  );
}

export const [sceneOf, offerScene] = createContext<Scene>();
