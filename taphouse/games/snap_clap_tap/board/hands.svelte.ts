import { createContext } from "svelte";

import { buzz, feel, ms, play, type Press, type Sound } from "$board";

import type { Action, Acts, Beaten, Events, Mistaken, PhaseName } from "../wire";
import { fits } from "./cards";
import { type Claim, without, stillOpen } from "./claims";
import { type Scene, type Side, SIDES } from "./scene.svelte";
import { type Done, voidedBy, type VoidedBy } from "./voids";

const SOUNDS: Record<Action, Sound> = { snap: "snap", clap: "clap", tap: "knock" };
/** The volume of other players' sounds. */
const OTHERS = 0.4;
const PRESS = 12; // ms of vibration
const ONE_CLAP = 120; // ms: within this time the second finger of a clap is no second clap
const NOTE = 2.8e6; // the time a note stays
const COVERED = 1.2e6;
const IDLE = 6000; // ms without an act, after which a lesson shows a card that fits

/** Why the player cannot play, by phase: keys of the refusals' words. */
const CLOSED: Record<Exclude<PhaseName, "free">, string> = {
  between: "between-deals",
  "face-down": "face-down",
  giving: "halted",
  over: "game-over",
  stopped: "stopped",
  stuck: "stuck",
};

interface Note {
  text: string;
  /** Whether the note is about a setback of the player. */
  bad: boolean;
  /** The card that others raced for as well. */
  raced: string | null;
  until: number;
}

/** Who made a gesture void, and how long its pile shows that. */
interface Void {
  by: VoidedBy;
  until: number;
}

const NOTHING: Void = { by: "rival", until: 0 };

/** The player's hands: the lifted card, the open claims, and the last note about them. */
export class Hands {
  /** Acts that were sent and not judged yet, oldest first. */
  claims = $state.raw<readonly Claim[]>([]);
  /** Whether G was pressed, so that the next digit names a seat. */
  crying = $state(false);
  #lifted = $state<string | null>(null);
  #note = $state.raw<Note | null>(null);
  /** The last void gesture on each side. */
  #void = $state.raw<readonly [Void, Void]>([NOTHING, NOTHING]);
  #before: Done = { tops: [], bound: {} };
  /** When this screen last played a sound, on the page's clock. */
  sounded = -Infinity;
  #clapped = -Infinity;
  #idle = $state(false);
  #stirred: ReturnType<typeof setTimeout> | undefined;
  #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** The lifted card, while it is the top of one of the player's piles. */
  lifted = $derived.by(() => {
    const card = this.#lifted;
    return card !== null && this.#scene.mine.some((pile) => pile.top === card) ? card : null;
  });
  note = $derived.by(() => (this.#note && this.#note.until > this.#scene.time ? this.#note : null));

  /** The pile whose card fits, shown to a pupil who has done nothing for a while. */
  nudged = $derived.by(() => {
    const { given, open, mine, tops } = this.#scene;
    if (!this.#idle || !open || !given.room.taught || this.lifted !== null) return null;
    const found = mine.findIndex(({ top }) => top && tops.some((on) => on && fits(top, on)));
    return found < 0 ? null : found;
  });

  /** Notes that the player acts. */
  stir = (): void => {
    this.rest();
    this.#stirred = setTimeout(() => (this.#idle = true), IDLE);
  };

  rest = (): void => {
    this.#idle = false;
    clearTimeout(this.#stirred);
  };

  /** Rule 10: returns who covered the card on `side` after the player made a gesture for it. */
  voidBy(side: Side): VoidedBy | null {
    const { by, until } = this.#void[side];
    return until > this.#scene.time ? by : null;
  }

  /** Returns the player's gesture for the card on `side`, and whether the house has confirmed it. */
  doneFor(side: Side): { action: Action; sure: boolean } | null {
    const top = this.#scene.tops[side];
    if (top == null) return null;
    const claimed = this.claims.findLast(({ act }) => act.type === "Do" && act.on.includes(top))?.act;
    if (claimed?.type === "Do") return { action: claimed.action, sure: false };
    const bound = this.#scene.view.bound[top];
    return bound ? { action: bound.action, sure: true } : null;
  }

  /** Whether the player laid this card and waits for the verdict. */
  isClaimed(card: string | null): boolean {
    return this.claims.some(({ act }) => act.type === "Lay" && act.card === card);
  }

  isCried(seat: number): boolean {
    return this.claims.some(({ act }) => act.type === "Cry" && act.offender === seat);
  }

  /** Lifts the top card of a pile, or puts it back. */
  lift(pile: number): void {
    const card = this.#scene.mine[pile]?.top ?? null;
    if (card === null || !this.#scene.open || this.isClaimed(card)) return;
    feel("press");
    this.#lifted = this.lifted === card ? null : card;
  }

  /** Lays the lifted card on the pressed receive pile, or taps the pile if no card is lifted. */
  press(side: Side, event: Press): void {
    const on = this.#scene.tops[side];
    if (on == null || !this.#isOpenTo(event)) return;
    if (this.lifted === null) {
      this.#gesture("tap", [on], event);
    } else {
      this.#do({ type: "Lay", card: this.lifted, on }, event);
      feel("press");
      this.#lifted = null;
    }
  }

  /** Rule 10: makes a gesture for either top card that is then played on. `aloud`: the room already heard it. */
  gesture(action: Action, event: Event, aloud = false): void {
    if (action === "clap") {
      if (event.timeStamp - this.#clapped < ONE_CLAP) return;
      this.#clapped = event.timeStamp;
    }
    const tops = this.#scene.tops.filter((top) => top !== null);
    if ((aloud ? this.#scene.open : this.#isOpenTo(event)) && tops.length > 0)
      this.#gesture(action, tops, event, aloud);
  }

  cry(seat: number, event: Press): void {
    const called = this.#scene.view.plays[seat];
    if (!called || seat === this.#scene.seat) {
      this.#scene.given.refuse(called ? "your-own" : "nothing-to-call", event);
      return;
    }
    this.#do({ type: "Cry", offender: seat, card: called.card }, event);
    feel("slam");
  }

  pass = (event: Press): void => {
    if (!this.#scene.mayPass) return;
    this.#do({ type: "Pass" }, event);
    feel("press");
  };

  handle(news: readonly Events[]): void {
    for (const event of news) this.#handle(event);
    this.#look(news);
    this.claims = stillOpen(this.claims, this.#scene.given.now());
  }

  #handle(event: Events): void {
    const mine = "seat" in event && event.seat === this.#scene.seat;
    if (mine) this.claims = without(this.claims, event);
    const { words } = this.#scene.given;
    switch (event.type) {
      case "Did":
        if (!mine) this.#sound(SOUNDS[event.action], OTHERS);
        break;
      case "Laid":
        this.#sound(event.until === null ? "brush" : "thud", mine ? 1 : OTHERS);
        if (mine) this.#note = null;
        break;
      case "Bounced":
        if (mine) this.#say(words("bounced"), true);
        break;
      case "Beaten":
        if (mine) this.#say(this.#beaten(event), true, event.on);
        else if (event.by === this.#scene.seat && event.by !== null)
          this.#say(this.#won(event), false, event.on);
        break;
      case "Refused":
        if (mine) this.#say(words(`refused.${event.why}`), true);
        break;
      case "Mistaken":
        this.#say(this.#mistaken(event), mine);
        break;
      case "CalledTooLate":
        if (mine) this.#say(words("called-too-late-you"), true);
        break;
      case "Caught":
        this.#sound("thud");
        this.#note = null;
        break;
      case "GotStuck":
        this.#sound("tick");
        break;
      case "DealWon":
        this.#sound(event.winners.some((seat) => seat === this.#scene.seat) ? "hold" : "thud");
        this.#note = null;
        break;
      case "Dealt":
      case "TurnedUp":
      case "PilesTurned":
      case "PlayResumed":
        this.#sound("brush");
    }
  }

  /** Whether the player may act. If not, shows the reason at the finger. */
  #isOpenTo(event: Event): boolean {
    const { open, view, given } = this.#scene;
    if (!open && view.phase !== "free") given.refuse(CLOSED[view.phase], event);
    return open;
  }

  /** Records which of the player's gestures became void since the last call. */
  #look(news: readonly Events[]): void {
    const { tops, seat, view, given } = this.#scene;
    const [left, right] = SIDES.map((side): Void => {
      const by = voidedBy(side, this.#before, tops, news, seat);
      return by ? { by, until: given.now() + COVERED } : this.#void[side];
    });
    this.#void = [left ?? NOTHING, right ?? NOTHING];
    this.#before = { tops, bound: view.bound };
  }

  #gesture(action: Action, on: readonly string[], event: Event, aloud = false): void {
    this.#do({ type: "Do", action, on }, event);
    if (!aloud) this.#sound(SOUNDS[action]);
    buzz(PRESS);
  }

  #sound(sound: Sound, loudness = 1): void {
    play(sound, loudness);
    this.sounded = performance.now();
  }

  #do(act: Acts, event: Event): void {
    this.#scene.given.tap(act, event, "none"); // each act has its own sound
    this.claims = [...this.claims, { act, at: this.#scene.given.now() }];
  }

  #say(text: string, bad: boolean, raced: string | null = null): void {
    this.#note = { text, bad, raced, until: this.#scene.given.now() + NOTE };
    this.#scene.given.say(text);
    if (bad) this.#sound("beaten");
  }

  #beaten({ by, late, blur }: Beaten): string {
    const { words } = this.#scene.given;
    if (by === null) return words("beaten-house");
    const told = { name: this.#scene.name(by), ms: ms(late), blur: ms(blur) };
    return words(late < blur ? "beaten-close" : "beaten", told);
  }

  /** Returns the note that the player's card was there first. */
  #won({ seat, late }: Beaten): string {
    return this.#scene.given.words("won-race", { name: this.#scene.name(seat), ms: ms(late) });
  }

  #mistaken({ seat, accused, gifts }: Mistaken): string {
    const { words } = this.#scene.given;
    const named = { name: this.#scene.name(seat), accused: this.#scene.nameInside(accused) };
    if (gifts.length > 0) return words(seat === this.#scene.seat ? "mistaken-you" : "mistaken", named);
    return accused === this.#scene.seat ? words("mistaken-free-you") : words("mistaken-free", named);
  }
}

export const [handsOf, offerHands] = createContext<Hands>();
