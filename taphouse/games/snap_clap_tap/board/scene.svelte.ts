import { createContext } from "svelte";

import { type BoardProps, Company, type Finish } from "$board";

import type { Action, Events, GiveView, PlayView, View } from "../wire";
import { cardName } from "./cards";
import { newest, type Raced, racedFor } from "./races";

export type Side = 0 | 1;
export const SIDES: readonly Side[] = [0, 1];

const LOOK = 100; // ms between two looks at the clock
const NOBODY: readonly GiveView[] = [];

/** What every part of the board may ask: the view in words, what holds at this moment, and who is who. */
export class Scene {
  #props: () => BoardProps<View, Events>;

  constructor(props: () => BoardProps<View, Events>) {
    this.#props = props;
  }

  given = $derived.by(() => this.#props());
  #company = new Company(() => this.given);
  player = this.#company.player;
  sign = this.#company.sign;
  name = this.#company.name;
  nameInside = this.#company.inside;
  view = $derived(this.given.view);
  seat = $derived(this.given.seat);
  /** The big screen. */
  big = $derived(this.given.screen === "table");
  /** The play clock, read now and then. */
  time = $state(0);

  tops = $derived(this.view.receive.map((pile) => pile.card));
  mine = $derived(this.seat === null ? NOBODY : (this.view.give[this.seat] ?? NOBODY));
  /** Every seat but one's own, clockwise. */
  others = $derived(this.#company.others());
  stopsMe = $derived(this.view.phase === "stopped" && this.view.stopper !== this.seat);
  mayPass = $derived(this.view.phase === "stopped" && this.view.stopper === this.seat && this.seat !== null);
  /** Whether a card or a gesture of one's own is any of the house's business. */
  open = $derived(this.seat !== null && (this.view.phase === "free" || this.mayPass));

  /** Keeps `time` going. Call once, from a component. */
  follow(): void {
    $effect.pre(() => {
      const read = () => (this.time = this.given.now());
      read();
      const looking = setInterval(read, LOOK);
      return () => clearInterval(looking);
    });
  }

  isAway(seat: number): boolean {
    return this.view.away.includes(seat);
  }

  /** "dog, blue border, clap" */
  cardName(card: string): string {
    return cardName(card, this.given.words);
  }

  cardsOf(seat: number): number {
    return (this.view.give[seat] ?? NOBODY).reduce((sum, pile) => sum + pile.size, 0);
  }

  /** Rule 23: what a seat is seen to do at this moment. */
  doing(seat: number): Action | null {
    const gesture = this.view.gestures[seat];
    return gesture && gesture.until > this.time ? gesture.action : null;
  }

  /** Rule 18: the last card of a seat, while it can be called, right or wrong. */
  callable(seat: number): PlayView | null {
    const play = this.view.plays[seat];
    return seat !== this.seat && play?.until != null && play.until > this.time ? play : null;
  }

  /** Rule 11. */
  isLocked(pile: number): boolean {
    const lock = this.view.locks[pile];
    return lock != null && lock.card === this.mine[pile]?.top && lock.until > this.time;
  }

  /** The photo finishes so far, newest first. */
  races = $derived(newest(this.given.finishes));

  /** The last one for this. */
  race({ card, goof }: Raced): Finish | undefined {
    return this.races.find(({ thing }) => {
      const raced = racedFor(thing);
      return raced.card === card && raced.goof === goof;
    });
  }
}

export const [sceneOf, offerScene] = createContext<Scene>();
