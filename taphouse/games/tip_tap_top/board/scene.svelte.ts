import { createContext } from "svelte";

import { type BoardProps, BoardScene, deciding, type Finish, ms, t } from "$board";

import type { Contest, Events, Outcome, View } from "../wire";
import { paddles } from "./heap";

const FAULTS: readonly Outcome["what"][] = ["no-pair", "rim"];

/** State shared by all parts of the board: the view, its words, and the players' names and signs. */
export class Scene extends BoardScene<View, Events, Contest> {
  /** Whether the hand is up. It stays down for a moment after a bluff. */
  #open = $state(true);

  constructor(props: () => BoardProps<View, Events, Contest>) {
    super(props);
    $effect(() => this.#waitForHand());
  }

  /** Whether it is the viewer's turn. */
  mine = $derived(this.view.turn === this.given.seat);

  mayTake = $derived(this.isOffered("Take"));
  maySlap = $derived(this.isOffered("Slap") && this.#open);
  mayBluff = $derived(this.isOffered("Bluff") && this.#open);
  mayPass = $derived(this.isOffered("Pass"));
  mustFollow = $derived(this.isOffered("Follow"));
  /** Whether the player's own hand is still down after a bluff. */
  locked = $derived(this.isOffered("Slap") && !this.#open);
  /** Whether the player has cards to lose during another player's turn. */
  watchful = $derived(!this.mine && this.seat !== null && (this.view.counts[this.seat] ?? 0) > 0);

  /** Whether the player has larger targets. Then the rim counts as the plate. */
  isWide = $derived(this.given.room.players[this.given.seat ?? -1]?.large_targets ?? false);

  /** Whether a fault has just ended the turn. */
  failed = $derived(
    this.view.phase === "resting" &&
      this.view.tries > 0 &&
      this.view.outcome !== null &&
      FAULTS.includes(this.view.outcome.what),
  );
  /** Whether the cards are dealt and no turn has begun. */
  dealt = $derived(this.view.turns === 0);
  /** Each number of which the player holds a pair, once. */
  pairs = $derived(this.view.pairs.filter((number, i, all) => all.indexOf(number) === i));
  paddles = $derived(paddles(this.view));

  /** The photo finish of the last race, if the last raised hand made one. */
  finish = $derived.by<Finish<Contest> | undefined>(() => {
    const under = this.view.phase === "winding" || this.view.phase === "racing" ? 1 : 0;
    const gesture = this.view.gestures - under;
    return this.given.finishes.findLast(({ contest }) => contest.gesture === gesture);
  });

  /** Milliseconds between the last two hands, if they decided. `null` if the loser's hand is not in the photo finish. */
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

  /** Returns the card's name for use in a sentence, where a bare number would read as a count. */
  cardInWords(card: string | null): string {
    if (card === null) return "";
    return card === "joker" ? this.card(card) : this.given.words("card.named", { number: card });
  }

  /** Returns a sentence about a seat: `yours` if it is the viewer's own, else `theirs`. */
  about(seat: number, theirs: string, yours: string, more: Record<string, number> = {}): string {
    const { words } = this.given;
    return seat === this.given.seat ? words(yours, more) : words(theirs, { ...more, name: this.name(seat) });
  }

  /** Returns the outcome of a raised hand in two to four words. */
  verdict({ seat, what, loser, more }: Outcome): string {
    const { words } = this.given;
    switch (what) {
      case "laid":
        if (more.length) return this.about(seat, "lastRace.all", "lastRace.youAll", { n: more.length + 1 });
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

  /** The state of the turn. A raised hand does not change it, so that it does not reveal a slap or a bluff. */
  headline = $derived.by(() => {
    const { phase, outcome, turn, dealer, winners } = this.view;
    if (winners !== null) return t("over");
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
