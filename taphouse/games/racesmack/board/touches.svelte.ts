import { createContext } from "svelte";

import { play, type Press } from "$board";

import type { Acts, End, Events, Penalty } from "../wire";
import type { Scene } from "./scene.svelte";

/** The volume of a rival's glove. */
const OTHERS = 0.3;

/** The player's touches on this screen: the cards they claimed, and the last note about them. */
export class Touches {
  /** Cards that were touched and not judged yet, oldest first. */
  claims = $state.raw<readonly string[]>([]);
  note = $state("");
  #chosen = $state<string | null>(null);
  #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** The card to be placed next, of the cards that were won. */
  get next(): string | null {
    const cards = this.#scene.placing?.cards ?? [];
    return cards.find((card) => card === this.#chosen) ?? cards[0] ?? null;
  }

  choose(card: string): void {
    this.#chosen = card;
    play("press");
  }

  pick(card: string, event: Press): void {
    this.#do({ type: "Pick", card }, event, card);
  }

  /** Smacks the card before a seat. On the player's own pile it turns the next card when it is their turn. */
  smack(seat: number, event: Press): void {
    if (seat === this.#scene.seat && this.#scene.mayTurn) {
      this.turn(event);
      return;
    }
    const card = this.#scene.touched(seat);
    if (!this.#scene.open || card === null) {
      this.#scene.given.refuse(this.#scene.hasSmacked ? "already-smacked" : "not-now", event);
      return;
    }
    this.claims = [...this.claims, card];
    this.#scene.given.tap({ type: "Smack", card } satisfies Acts, event, "slam");
  }

  turn = (event: Press): void => this.#do({ type: "Turn" }, event);

  place(end: End, event: Press): void {
    const card = this.next;
    if (card !== null && !this.claims.includes(card)) this.#do({ type: "Place", card, end }, event, card);
  }

  lose(card: string, event: Press): void {
    this.#do({ type: "Lose", card }, event, card);
  }

  pay(penalty: Penalty, event: Press): void {
    this.#do({ type: "Pay", penalty }, event);
  }

  handle(event: Events): void {
    const { words } = this.#scene.given;
    switch (event.type) {
      case "PicksClosed":
      case "RoundBegan":
        this.claims = [];
        this.note = "";
        break;
      case "CardsRevealed":
      case "CardTurned":
        play("brush");
        break;
      case "RoundEnded":
        this.claims = [];
        this.note = "";
        this.#judge(event.result.outcomes);
        break;
    }
    if (!("seat" in event)) return;
    if (event.seat !== this.#scene.seat) {
      if (event.type === "Picked") play("press", OTHERS);
      return;
    }
    switch (event.type) {
      case "Picked":
      case "Smacked":
      case "Placed":
      case "Lost":
        this.claims = this.claims.filter((card) => card !== event.card);
        this.note = "";
        break;
      case "TooEarly":
        this.claims = this.claims.slice(1);
        this.note = words("too-early");
        play("beaten");
        break;
      case "Refused":
        this.claims = this.claims.slice(1);
        this.note = words(`refused.${event.why}`);
        break;
    }
  }

  /** Plays the sound of a rival's glove. */
  playSmack(): void {
    play("thud", OTHERS);
  }

  #judge(outcomes: readonly string[]): void {
    const outcome = this.#scene.seat === null ? "none" : outcomes[this.#scene.seat];
    if (outcome === "correct") play("hold");
    if (outcome === "incorrect") play("beaten");
  }

  #do(act: Acts, event: Press, claim?: string): void {
    if (claim !== undefined) this.claims = [...this.claims, claim];
    this.#scene.given.tap(act, event);
  }
}

export const [touchesOf, offerTouches] = createContext<Touches>();
