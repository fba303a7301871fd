import { createContext } from "svelte";

import { type BoardProps, Company, deciding, type Finish, ms } from "$board";

import type { Events, Outcome, View } from "../wire";
import { paddles } from "./heap";

const FAULTS: readonly Outcome["what"][] = ["no-pair", "rim"];

/** What every part of the board may ask: the view in words, and who is who. */
export class Scene {
  #props: () => BoardProps<View, Events>;
  /** After a bluff the hand stays down for a moment. */
  #open = $state(true);

  constructor(props: () => BoardProps<View, Events>) {
    this.#props = props;
    $effect(() => this.#waitForHand());
  }

  given = $derived.by(() => this.#props());
  #company = new Company(() => this.given);
  player = this.#company.player;
  sign = this.#company.sign;
  name = this.#company.name;
  view = $derived(this.given.view);
  /** The big screen. */
  big = $derived(this.given.screen === "table");
  /** Whether it is the turn of whoever looks. */
  mine = $derived(this.view.turn === this.given.seat);

  mayTake = $derived(this.view.may.includes("take"));
  maySlap = $derived(this.view.may.includes("slap") && this.#open);
  mayBluff = $derived(this.view.may.includes("bluff") && this.#open);
  mayPass = $derived(this.view.may.includes("pass"));
  mustFollow = $derived(this.view.may.includes("follow"));
  /** Own hand is down after a bluff. */
  locked = $derived(this.view.may.includes("slap") && !this.#open);
  /** Whether a touch of one's own plate means anything while someone else is at play. */
  watchful = $derived(
    this.given.seat !== null &&
      !this.mine &&
      this.view.phase !== "over" &&
      (this.view.counts[this.given.seat] ?? 0) > 0,
  );

  /** With larger targets the rim is as good as the plate. */
  isWide = $derived(this.given.room.players[this.given.seat ?? -1]?.large_targets ?? false);

  /** Whether a fault has just ended the turn. */
  failed = $derived(
    this.view.phase === "resting" &&
      this.view.tries > 0 &&
      this.view.outcome !== null &&
      FAULTS.includes(this.view.outcome.what),
  );
  /** Nobody has been at play yet. */
  dealt = $derived(this.view.turns === 0);
  /** Each number of which one holds a pair, once. */
  pairs = $derived(this.view.pairs.filter((number, i, all) => all.indexOf(number) === i));
  paddles = $derived(paddles(this.view));
  /** Everyone else, clockwise from the player on the left; for a watcher, everyone. */
  rivals = $derived(this.#company.others());

  /** The photo finish of the last race, if the last raised hand made one. */
  finish = $derived.by<Finish | undefined>(() => {
    const under = this.view.phase === "winding" || this.view.phase === "racing" ? 1 : 0;
    const race = `/${this.view.gestures - under}`;
    return this.given.finishes.findLast(({ thing }) => thing.endsWith(race));
  });

  /** Milliseconds between the last two hands, where that decided; `null` if the loser's is not in the picture. */
  gap = $derived.by<number | null>(() => {
    const { outcome } = this.view;
    if (!this.finish || !outcome) return null;
    const { lanes, gap } = this.finish;
    const [, last] = deciding(this.finish, lanes);
    return outcome.what === "too-close" || last?.seat === outcome.loser ? ms(gap) : null;
  });

  card(card: string): string {
    return card === "joker" ? this.given.words("card.joker") : card;
  }

  /** The same within a sentence, where a number alone would be taken for how many. */
  cardInWords(card: string | null): string {
    if (card === null) return "";
    return card === "joker" ? this.card(card) : this.given.words("card.named", { number: card });
  }

  /** A sentence about a seat, from the view of whoever looks: `yours` if it is his own. */
  about(seat: number, theirs: string, yours: string): string {
    const { words } = this.given;
    return seat === this.given.seat ? words(yours) : words(theirs, { name: this.name(seat) });
  }

  /** What came of a raised hand, in two to four words. */
  verdict({ seat, what, loser }: Outcome): string {
    const { words } = this.given;
    switch (what) {
      case "laid":
        return loser === null ? words("lastRace.nobody") : this.about(loser, "lastRace.last", "lastRace.you");
      case "too-close":
      case "too-slow":
        return words("lastRace.jam");
      case "bluff":
        return this.about(seat, "lastRace.bluff", "lastRace.youBluff");
      case "no-pair":
      case "rim":
        return this.about(seat, "lastRace.fault", "lastRace.youFault");
    }
  }

  /** What is going on. A raised hand is not mentioned: whatever comes of it, nothing changes here before. */
  headline = $derived.by(() => {
    const { phase, outcome, turn, dealer } = this.view;
    if (this.dealt) return this.about(dealer, "turn.deals", "turn.youDeal");
    if (phase === "racing") return this.given.words(this.mine ? "head.theirRace" : "head.race");
    if (phase === "feinting" && !this.mine) return this.given.words("head.bluff");
    if ((phase === "showing" || phase === "feinting" || this.failed) && outcome) return this.verdict(outcome);
    if (phase === "resting") return this.given.words("head.next");
    return this.about(turn, "turn.theirs", "turn.yours");
  });

  #waitForHand(): (() => void) | undefined {
    const { open } = this.view;
    const left = open === null ? 0 : (open - this.given.now()) / 1000;
    this.#open = left <= 0;
    if (this.#open) return undefined;
    const timer = setTimeout(() => (this.#open = true), left);
    return () => clearTimeout(timer);
  }
}

export const [sceneOf, offerScene] = createContext<Scene>();
