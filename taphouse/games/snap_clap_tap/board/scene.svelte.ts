import { createContext } from "svelte";

import { BoardScene, type Finish } from "$board";

import type { Action, Contest, Events, GiveView, PlayView, View } from "../wire";
import { cardName } from "./cards";
import { newest } from "./races";

export type Side = 0 | 1;
export const SIDES: readonly Side[] = [0, 1];

const LOOK = 100; // ms between two reads of the clock
const NOBODY: readonly GiveView[] = [];

/** State shared by all parts of the board: the view, its words, the current time, and the players' names. */
export class Scene extends BoardScene<View, Events, Contest> {
  /** The play clock at its last read. */
  time = $state(0);

  tops = $derived(this.view.receive.map((pile) => pile.card));
  mine = $derived(this.seat === null ? NOBODY : (this.view.give[this.seat] ?? NOBODY));
  mayPass = $derived(this.isOffered("Pass"));
  /** Whether the player's cards and gestures are sent to the house. */
  open = $derived(this.isOffered("Do"));
  /** Whether somebody else's stop keeps the player from playing. */
  stopsMe = $derived(this.view.phase === "stopped" && !this.open);

  /** Keeps `time` current. Call once, from a component. */
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

  /** How many deals a seat has won; 0 in a game of one deal. */
  dealsOf(seat: number): number {
    return this.view.won[seat] ?? 0;
  }

  /** Rule 23: returns the gesture that a seat shows now. */
  doing(seat: number): Action | null {
    const gesture = this.view.gestures[seat];
    return gesture && gesture.until > this.time ? gesture.action : null;
  }

  /** Rule 18: returns the last card of a seat while it can be called, right or wrong. */
  callable(seat: number): PlayView | null {
    const play = this.view.plays[seat];
    return seat !== this.seat && play?.until != null && play.until > this.time ? play : null;
  }

  /** Rule 11: whether a pile is locked. */
  isLocked(pile: number): boolean {
    const lock = this.view.locks[pile];
    return lock != null && lock.card === this.mine[pile]?.top && lock.until > this.time;
  }

  /** The photo finishes so far, newest first. */
  races = $derived(newest(this.given.finishes));

  /** Returns the last photo finish of a race for this card, or of the callers of its goof. */
  race(type: Contest["type"], card: string): Finish<Contest> | undefined {
    return this.races.find(({ contest }) => contest.type === type && contest.card === card);
  }
}

export const [sceneOf, offerScene] = createContext<Scene>();
