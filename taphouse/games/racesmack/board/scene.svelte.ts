import { createContext } from "svelte";

import { BoardScene } from "$board";

import type { Contest, Events, Losing, Paying, Placing, View } from "../wire";
import { highestRule, isRule } from "./faces";
import { toGo } from "./wants";
import { cardInWords } from "./wording";

/** The progress of a Race towards its finish. */
export interface Goal {
  number: number;
  finish: string;
  counts: readonly (readonly [have: number, need: number])[];
  toGo: number;
  broken: boolean;
}

/** State shared by all parts of the board: the view, its words, and the players' names and signs. */
export class Scene extends BoardScene<View, Events, Contest> {
  /** The last `upright` time that has passed. */
  #passed = $state<number | null>(null);

  /** Every seat clockwise, the player's own first. */
  around = $derived(this.seat === null ? this.others : [this.seat, ...this.others]);

  /** Whether a touch on a card in the ring is sent to the house. */
  open = $derived(this.isAnswered("Smack"));
  mayPick = $derived(this.isOffered("Pick"));
  mayTurn = $derived(this.isOffered("Turn"));
  hasSmacked = $derived(this.view.prints.some((print) => print.seat === this.seat));
  /** The number of fingers the round waits for. */
  fingers = $derived(this.seats.length - this.view.away.length);
  /** Whether the player's own card is upside down. The rule is too if that card sets it. */
  upsideDown = $derived(this.view.upright !== null && this.view.upright !== this.#passed);
  ruleUpsideDown = $derived(
    this.upsideDown && this.seat !== null && this.view.rule_card === this.view.ring[this.seat],
  );

  #task = $derived(this.view.task);
  placing = $derived<Placing | null>(this.#task?.type === "Placing" ? this.#task : null);
  losing = $derived<Losing | null>(this.#task?.type === "Losing" ? this.#task : null);
  paying = $derived<Paying | null>(this.#task?.type === "Paying" ? this.#task : null);
  /** The deadline of the player's task, or else of the phase. */
  until = $derived(this.#task?.until ?? this.view.until);

  /** Polls the clock until the player's own card may stand upright. */
  turnUpright(): (() => void) | undefined {
    const { upright } = this.view;
    const { now } = this.given;
    if (upright === null) return undefined;
    const look = () => {
      if (now() < upright) return;
      this.#passed = upright;
      clearInterval(watch);
    };
    const watch = setInterval(look, 16);
    look();
    return () => clearInterval(watch);
  }

  /** Returns the words of `key` for a rival, and of `key.own` for the player's own seat. */
  of(key: string, seat: number): string {
    const { words } = this.given;
    return seat === this.seat ? words(`${key}.own`) : words(key, { name: this.name(seat) });
  }

  away(seat: number): boolean {
    return this.view.away.includes(seat);
  }

  race(seat: number): readonly string[] {
    return this.view.races[seat] ?? [];
  }

  /** Returns `null` if the seat has no finish. */
  goal(seat: number): Goal | null {
    const standing = this.view.standings[seat];
    const highest = highestRule(this.race(seat));
    if (standing == null || highest === null) return null;
    const { number, finish } = highest;
    return { number, finish, ...standing, toGo: toGo(standing.counts) };
  }

  /** "3 to go" */
  nearness(goal: Goal): string {
    const { words } = this.given;
    if (goal.toGo > 0) return words("to-go", { n: goal.toGo });
    return goal.broken ? words("finish-broken") : "✓";
  }

  /** Returns the card a touch on this seat's place would hit, or `null` if the player may not know it. */
  touched(seat: number): string | null {
    return this.view.ring[seat] ?? (seat === this.seat ? this.view.pick : null);
  }

  /** Whether a Rule card lies in the ring without setting the rule. */
  quiet(card: string): boolean {
    return isRule(card) && this.view.rule_card !== null && this.view.rule_card !== card;
  }

  cardName(card: string): string {
    return cardInWords(card, this.given.words);
  }

  /** "red star, before Ada" */
  describe(seat: number): string {
    const { words } = this.given;
    const card = this.view.ring[seat];
    const what = { card: card == null ? words("face-down") : this.cardName(card), name: this.name(seat) };
    return words(seat === this.seat ? "card-aria.own" : "card-aria", what);
  }

  /** Returns the key that smacks the card before a seat. The player's own card has the first key. */
  keyOf(seat: number): string {
    return String(this.around.indexOf(seat) + 1);
  }

  #photos = $derived(this.given.finishes.filter((finish) => finish.lanes.length > 1));
  /** The photo finish of this round, if several fingers went for a correct card. */
  photo = $derived(this.#photos.findLast(({ contest }) => contest.round === this.view.round));
  lastPhoto = $derived(this.#photos.at(-1));
}

export const [sceneOf, offerScene] = createContext<Scene>();
