import { createContext } from "svelte";

import { buzz, type Feel, play, type Sound } from "$board";

import type { Acts, Events, How } from "../wire";
import type { ActName, Scene } from "./scene.svelte";

/** The volume of other players' sounds. */
const OTHERS = 0.55;
/** The acts that sound like a thud. */
const SLAMS: readonly ActName[] = ["fist", "drum"];
/** How the end of a turn sounds. */
const ENDS: Record<How, Sound> = {
  accepted: "win",
  rejected: "goof",
  danced: "goof",
  silent: "beaten",
  "out-of-time": "beaten",
};

type Plain = Exclude<ActName, "say" | "defend" | "ask" | "name">;
const ACTS: Record<Plain, Acts["type"]> = {
  reveal: "Reveal",
  claim: "Claim",
  count: "Count",
  drum: "Drum",
  fist: "Fist",
  fine: "Fine",
  lift: "Lift",
  keep: "Keep",
  done: "Done",
};

/** The player's own hand: its act that is not judged yet, and the last note about it. */
export class Fists {
  claim = $state<ActName | null>(null);
  /** Why the last act was refused. */
  note = $state("");
  /** When this screen last played a sound, on the page's clock. The microphone picks it up too. */
  sounded = -Infinity;
  #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  press(act: Plain, event: Event): void {
    if (!this.#scene.may(act)) {
      this.#scene.given.refuse(act === "fist" && this.#scene.ownFist ? "fist-stays" : "not-now", event);
      return;
    }
    this.#do(act, { type: ACTS[act] } as Acts, event, SLAMS.includes(act) ? "slam" : "press");
  }

  /** Fingers drummed on the table while somebody else thinks: only this screen hears them. */
  drumFingers = (): void => {
    this.sounded = performance.now();
    play("knock", OTHERS);
    buzz(8);
  };

  say(text: string, event: Event): void {
    this.#do("say", { type: "Say", text }, event);
  }

  defend(text: string, event: Event): void {
    this.#do("defend", { type: "Defend", text }, event);
  }

  ask(question: string, answer: string, event: Event): void {
    this.#do("ask", { type: "Ask", question, answer }, event);
  }

  name(whose: number, event: Event): void {
    this.#do("name", { type: "Name", whose }, event);
  }

  handle(event: Events): void {
    const { words, seat } = this.#scene.given;
    if (event.type === "TurnBegan") this.note = "";
    this.sounded = performance.now();
    const own = "seat" in event && event.seat === seat;
    if (own) this.claim = null;
    switch (event.type) {
      case "FistTapped":
        if (own) break;
        play("thud", OTHERS);
        buzz(20);
        break;
      case "Drummed":
        if (!own) play("knock", OTHERS);
        break;
      case "Revealed":
      case "HouseRevealed":
        this.claim = null;
        play("brush");
        break;
      case "Proposed":
      case "Claimed":
        this.note = "";
        play("hold", own ? 1 : OTHERS);
        break;
      case "CountdownEnded":
        play("clap");
        break;
      case "TurnEnded":
        this.note = "";
        this.claim = null;
        play(ENDS[event.how]);
        if (seat !== null && (event.tokens?.to === seat || event.tokens?.giver === seat)) buzz(60);
        break;
      case "NotTaken":
        if (!own) break;
        this.note = this.#objection(event);
        play("beaten");
        break;
      case "Refused":
        if (own) this.note = words(`refused.${event.why}`);
    }
  }

  #objection({ text, why, hint }: Extract<Events, { type: "NotTaken" }>): string {
    const name = hint.by === null ? "" : this.#scene.nameInside(hint.by);
    return this.#scene.given.words(`not-taken.${why}`, { text, word: hint.word, letter: hint.word, name });
  }

  #do(act: ActName, what: Acts, event: Event, feel: Feel = "press"): void {
    this.claim = act;
    this.sounded = performance.now();
    this.note = "";
    this.#scene.given.tap(what, event, feel);
  }
}

export const [fistsOf, offerFists] = createContext<Fists>();
