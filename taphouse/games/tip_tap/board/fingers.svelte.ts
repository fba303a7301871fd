import { createContext } from "svelte";

import { ms, play, type Press } from "$board";

import type { Acts, Events, HandName } from "../wire";
import { Grips } from "./grips";
import type { Scene } from "./scene.svelte";

const HANDS: readonly HandName[] = ["left", "right"];
/** The volume of a rival's finger. */
const OTHERS = 0.3;
/** Refusals that show no note, because a finger that is lifted after a failed tap is no mistake. */
const UNSAID = new Set(["nothing-to-lift", "finger-stays"]);

/** The player's fingers on this screen: the shapes they claimed, their touches, and the last note about them. */
export class Fingers {
  /** Shapes that were pressed and not judged yet, oldest first. */
  claims = $state.raw<readonly string[]>([]);
  note = $state("");
  #grips = new Grips();
  #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  press(shape: string, event: Press): void {
    const asked = handOf(event);
    if (asked === undefined) return;
    const held = this.#scene.view.real_hold;
    const hand = asked ?? (held ? this.#emptyHand() : null);
    if (held && hand) this.#grips.take(event, hand);
    this.claims = [...this.claims, shape];
    this.#do({ type: "Tap", shape, hand }, event);
  }

  /** Lifts the hand of a finger or key that was released. */
  release(event: Press): void {
    const hand = this.#grips.lift(event);
    if (hand) this.#scene.given.tap({ type: "Lift", hand }, event, "none");
  }

  flip = (event: Press): void => this.#do({ type: "Flip" }, event);
  rest = (event: Press): void => this.#do({ type: "Rest" }, event);
  stop = (event: Press): void => this.#do({ type: "Done" }, event);

  handle(event: Events): void {
    if (event.type === "RoundBegan" || event.type === "GameEnded" || event.type === "RoundEnded")
      this.#forget();
    if (!("seat" in event)) return;
    if (event.seat !== this.#scene.given.seat) {
      if (event.type === "Held") play("press", OTHERS);
      return;
    }
    const { words } = this.#scene.given;
    switch (event.type) {
      case "Held":
        this.#judged(event.shape);
        this.note = "";
        play("hold");
        break;
      case "Beaten":
        this.#judged(event.shape);
        this.#grips.drop(event.hand);
        this.note = words("sooner", { name: this.#scene.name(event.by), ms: ms(event.late) });
        play("beaten");
        break;
      case "TooEarly":
        this.#judged(this.claims[0]);
        this.#grips.drop(event.hand);
        this.note = words("too-early");
        play("beaten");
        break;
      case "Refused":
        this.#judged(this.claims[0]);
        if (!UNSAID.has(event.why)) this.note = words(`refused.${event.why}`);
        break;
      case "Rested":
      case "Stopped":
        this.note = "";
    }
  }

  #do(act: Acts, event: Press): void {
    this.#scene.given.tap(act, event);
  }

  #judged(shape: string | undefined): void {
    const place = this.claims.findIndex((claim) => claim === shape);
    this.claims = this.claims.filter((_, i) => i !== place);
  }

  #forget(): void {
    this.claims = [];
    this.note = "";
    this.#grips.clear();
  }

  #emptyHand(): HandName | null {
    const empty = (hand: HandName, i: number) => this.#scene.hands?.[i] === "free" && !this.#grips.has(hand);
    return HANDS.find(empty) ?? null;
  }
}

/** Rule 26: a mouse has a button for each hand, and a key with Shift uses the right hand. */
function handOf(event: Press): HandName | null | undefined {
  if (event instanceof KeyboardEvent) return event.shiftKey ? "right" : null;
  return event.type === "mousedown" ? ({ 0: "left", 2: "right" } as const)[event.button] : null;
}

export const [fingersOf, offerFingers] = createContext<Fingers>();
