import { createContext } from "svelte";

import { buzz, play, type Press } from "$board";

import type { Acts, Events } from "../wire";
import { type Disc, type Landing, landing } from "./flick";
import { type Note, plain, withCard } from "./note";
import type { Scene } from "./scene.svelte";

/** The volume of other players' sounds. */
const OTHERS = 0.4;

/** The player's own hand on this screen: its open act, the chosen pair, and the last note about it. */
export class OwnHand {
  /** The element of the plate. */
  plate = $state<HTMLElement>();
  /** Whether an act was sent and is not judged yet. */
  claimed = $state(false);
  note = $state.raw<Note | null>(null);
  /** The card that came last. */
  fresh = $state<string | null>(null);
  #chosen = $state<string | null>(null);
  #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** The number of the pair that a slap would lay, or `null` if the player has no pair. */
  get pair(): string | null {
    const { pairs } = this.#scene;
    return pairs.find((number) => number === this.#chosen) ?? pairs[0] ?? null;
  }

  /** Handles a press of the plate. A press without a position, such as a key, counts as on the plate. */
  touch = (event: Press): void => {
    if (this.#scene.mine) this.land(this.#where(event), event);
    else if (this.#scene.watchful) this.#claim({ type: "Follow" }, event, "slap");
    else this.#scene.given.refuse(this.#scene.view.phase === "over" ? "game-over" : "no-cards", event);
  };

  /** Handles the landing of the player's own flick. */
  land = (where: Landing, event: Press): void => {
    const rim = where === "rim" && this.#scene.view.plates === "flick" && !this.#scene.isWide;
    if (where === "short") this.bluff(event);
    else if (this.#scene.maySlap)
      this.#raise(rim ? { type: "Graze" } : { type: "Slap", pair: this.pair }, event);
    else this.#scene.given.refuse(this.#scene.locked ? "hand-still-down" : "not-now", event);
  };

  bluff = (event: Press): void => {
    if (this.#scene.mayBluff) this.#raise({ type: "Bluff" }, event);
  };

  pass = (event: Press): void => {
    if (this.#scene.mayPass) this.#claim({ type: "Pass" }, event, "press");
  };

  take(source: number, event: Press): void {
    if (this.#scene.mayTake) this.#claim({ type: "Take", source }, event, "press");
  }

  choose(number: string): void {
    this.#chosen = number;
  }

  /** Returns the position of the plate, for fingers on their way to it. */
  disc = (): Disc | null => {
    if (!this.plate) return null;
    const { left, top, width } = this.plate.getBoundingClientRect();
    return { x: left + width / 2, y: top + width / 2, radius: width / 2 };
  };

  handle(event: Events): void {
    this.#sound(event);
    this.#remember(event);
    if ("seat" in event && event.seat === this.#scene.given.seat) this.#judged(event);
  }

  /** Gives the same look, sound and vibration for every act, because rivals may sit within earshot. */
  #raise(act: Acts, event: Press): void {
    this.#claim(act, event, "raise");
  }

  #claim(act: Acts, event: Press, feel: "press" | "raise" | "slap"): void {
    event.preventDefault(); // keeps a mouse press from moving the keyboard focus
    this.claimed = true;
    this.note = null;
    this.#scene.given.tap(act, event, feel);
  }

  #where(event: Press): Landing {
    const plate = this.disc();
    const placed = event instanceof MouseEvent && event.type !== "click";
    return placed && plate ? landing({ x: event.clientX, y: event.clientY }, plate) : "plate";
  }

  #sound(event: Events): void {
    const { seat } = this.#scene.given;
    const loudness = "seat" in event && event.seat === seat ? 1 : OTHERS;
    switch (event.type) {
      case "WoundUp":
        if (event.seat !== seat) play("raise", 0.8); // the player's own raise played its sound at the press
        break;
      case "PaddleFell":
        play("slap");
        buzz(35);
        break;
      case "Followed":
        if (event.seat !== seat) play("slap", OTHERS); // the player's own slap played its sound at the press
        break;
      case "Feigned":
      case "PairLaid":
        play("brush");
        break;
      case "CardDrawn":
      case "Took":
      case "HouseTook":
        play("brush", loudness);
    }
  }

  /** Notes a card that this seat gained or lost. */
  #remember(event: Events): void {
    const { given } = this.#scene;
    switch (event.type) {
      case "TurnBegan":
        this.note = null;
        this.claimed = false;
        this.fresh = null;
        this.#chosen = null;
        break;
      case "WoundUp":
        this.note = null;
        break;
      case "CardDrawn":
        if (event.seat === given.seat) this.fresh = event.card;
        break;
      case "Took":
      case "HouseTook":
        if (event.seat === given.seat) this.#gain(event.card, event.source, "news.youTook");
        else if (event.source === given.seat) this.#lose(event.card, event.seat, "news.takenFromYou");
        break;
      case "TooSoon":
        if (event.taker === given.seat) this.#gain(event.card, event.seat, "news.tooSoonForYou");
        else if (event.seat === given.seat) this.#lose(event.card, event.taker, "news.youTooSoon");
        break;
      case "Fooled":
        if (event.taker === given.seat) this.#gain(event.card, event.seat, "news.fooledByYou");
        else if (event.seat === given.seat) this.#lose(event.card, event.taker, "news.youFooled");
        break;
      case "PairLaid":
        if (event.loser === null || event.card === null) break;
        if (event.seat === given.seat) this.#gain(event.card, event.loser, "news.paysYou");
        else if (event.loser === given.seat) this.#lose(event.card, event.seat, "news.youPay");
    }
  }

  #gain(card: string | null, giver: number, key: string): void {
    this.fresh = card;
    this.#showNote(key, giver, card);
  }

  #lose(card: string | null, taker: number, key: string): void {
    this.#showNote(key, taker, card);
    buzz(35);
  }

  #showNote(key: string, other: number, card: string | null): void {
    const { words } = this.#scene.given;
    const name = this.#scene.name(other);
    const sentence = (named: string) => words(key, { name, card: named });
    this.note = card === null ? null : withCard(sentence, card, this.#scene.cardInWords(card));
  }

  #judged(event: Events): void {
    this.claimed = false;
    if (event.type === "Refused") this.note ??= plain(this.#scene.given.words(`refused.${event.why}`)); // a note about a card takes priority
  }
}

export const [handOf, offerHand] = createContext<OwnHand>();
