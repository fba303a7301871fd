import { createContext } from "svelte";

import { type BoardProps, Company } from "$board";

import type { Events, Losing, Paying, Placing, View } from "../wire";
import { highestRule, isRule } from "./faces";
import { toGo } from "./wants";
import { cardInWords } from "./wording";

/** How a Race stands before its finish. */
export interface Goal {
  number: number;
  finish: string;
  counts: readonly (readonly [have: number, need: number])[];
  toGo: number;
  broken: boolean;
}

/** What every part of the board may ask: the view in words, and who is who. */
export class Scene {
  #props: () => BoardProps<View, Events>;
  /** The last moment of which it is known that it has passed. */
  #passed = $state<number | null>(null);

  constructor(props: () => BoardProps<View, Events>) {
    this.#props = props;
  }

  given = $derived.by(() => this.#props());
  #company = new Company(() => this.given);
  sign = this.#company.sign;
  name = this.#company.name;
  view = $derived(this.given.view);
  seat = $derived(this.given.seat);
  /** The big screen. */
  big = $derived(this.given.screen === "table");
  seats = $derived(this.given.room.players.map((_, seat) => seat));
  rivals = $derived(this.#company.others());
  /** Every seat clockwise, one's own first. */
  around = $derived(this.seat === null ? this.rivals : [this.seat, ...this.rivals]);

  /** Whether a finger on a card in the ring is any of the house's business. */
  open = $derived(
    this.seat !== null && ["closed", "turning", "flipping", "smacking"].includes(this.view.phase),
  );
  mayPick = $derived(this.seat !== null && this.view.phase === "picking");
  mayTurn = $derived(this.seat !== null && this.view.turn === this.seat && this.view.phase === "turning");
  hasSmacked = $derived(this.view.prints.some((print) => print.seat === this.seat));
  /** How many fingers the round waits for. */
  fingers = $derived(this.seats.length - this.view.away.length);
  /** One's own card stands on its head, and so does the rule if that card makes it. */
  upsideDown = $derived(this.view.upright !== null && this.view.upright !== this.#passed);
  ruleUpsideDown = $derived(
    this.upsideDown && this.seat !== null && this.view.rule_card === this.view.ring[this.seat],
  );

  #task = $derived(this.view.task);
  placing = $derived<Placing | null>(this.#task?.type === "Placing" ? this.#task : null);
  losing = $derived<Losing | null>(this.#task?.type === "Losing" ? this.#task : null);
  paying = $derived<Paying | null>(this.#task?.type === "Paying" ? this.#task : null);
  /** When time is up for whatever one is asked to do. */
  until = $derived(this.#task?.until ?? this.view.until);

  /** Keeps looking at the clock until one's own card may stand upright. */
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

  /** `key` for a rival; `key.own` where it is about oneself. */
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

  /** `null`: no finish in sight. */
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
    return goal.toGo === 0 && goal.broken ? words("finish-broken") : words("to-go", { n: goal.toGo });
  }

  /** The card a finger on this seat's place would touch, as far as one may know it. */
  touched(seat: number): string | null {
    return this.view.ring[seat] ?? (seat === this.seat ? this.view.pick : null);
  }

  /** A Rule card that lies in the ring without deciding anything. */
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

  /** The key that smacks the card before a seat: one's own is the first. */
  keyOf(seat: number): string {
    return String(this.around.indexOf(seat) + 1);
  }

  #photos = $derived(this.given.finishes.filter((finish) => finish.lanes.length > 1));
  /** The photo finish of this round, if there were several fingers after a correct card. */
  photo = $derived(this.#photos.findLast((finish) => finish.thing === String(this.view.round)));
  lastPhoto = $derived(this.#photos.at(-1));
}

export const [sceneOf, offerScene] = createContext<Scene>();
