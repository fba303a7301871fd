import { withGhostNames } from "./ghostNames";
import { device } from "./device.svelte";
import { FairLine, type Unarmed } from "./fairLine";
import { type Feel, feel } from "$base/feel";
import { addressOf } from "$base/root";
import { store, stored, storedUnder } from "$base/storage";
import { Line, type LineState } from "./line";
import { ReceiptBook } from "./receipts";
import { browserId } from "./browserId";
import {
  type Down,
  type Emote,
  type Evening,
  type Finish,
  type Player,
  REACTION_GAP,
  type Room,
  type Sorry,
  type Up,
  type Update,
  VERSION,
  type Why,
} from "$base/wire";

/** After these reasons the page does not reconnect. */
const FINAL: readonly Why[] = ["kicked", "banned", "replaced", "no-such-table", "gone", "new-version"];
/** Milliseconds for which a reaction is shown. */
const REACTION = 2400;
/** Milliseconds between two reactions: a little more than the server asks for. */
const BETWEEN_REACTIONS = REACTION_GAP + 100;

const seatKey = (code: string) => `seat.${code}`;

/** Stores the token of a seat on this device: a player who reloads gets the seat back. */
export function keepSeat(code: string, token: string | null): void {
  store(seatKey(code), token);
}

/** The token of the seat that this device has at a table. */
export const keptSeat = (code: string): string | null => stored(seatKey(code));

/** The codes of all tables where this device has or had a seat. */
export const keptSeats = (): readonly string[] => storedUnder(seatKey(""));

export interface ShownReaction {
  key: number;
  player: number;
  emote: Emote;
}

/** A live table as this screen may see it. */
export class Table {
  readonly code: string;
  readonly screen: "hand" | "table";
  room = $state.raw<Room | null>(null);
  update = $state.raw<Update | null>(null);
  finishes = $state.raw<readonly Finish[]>([]);
  evening = $state.raw<Evening>({ type: "evening", games: [], scores: [], awards: [] });
  /** Reactions that are on the screen now. */
  reactions = $state.raw<readonly ShownReaction[]>([]);
  /** False for a moment after the player's own reaction. */
  mayReact = $state(true);
  player = $state<number | null>(null);
  link = $state<LineState>("opening");
  /** The server's last refusal; a new object each time. */
  sorry = $state.raw<Sorry | null>(null);
  goodbye = $state.raw<Why | null>(null);
  /** Why this screen cannot show updates in time for a race. */
  unarmed = $state<Unarmed | null>(null);

  seat = $derived.by(() => {
    const place = this.room?.players.findIndex((player) => player.id === this.player) ?? -1;
    return place < 0 ? null : place;
  });
  /** This player, while on the bench: they get the next free seat. */
  waiting = $derived(this.room?.bench.find((player) => player.id === this.player) ?? null);
  me = $derived(this.seat === null ? this.waiting : (this.room?.players[this.seat] ?? null));
  /** Whether a race is on: then nothing else may ask for attention. */
  racing = $derived(
    this.room?.stage === "playing" &&
      this.room.paused === null &&
      this.update !== null &&
      this.update.race !== null,
  );
  host = $derived(this.#find(this.room?.host));
  isHost = $derived(this.player !== null && this.room?.host === this.player);

  /** The token that this page was given instead of the stored one; it is not stored either. `null`: no seat. */
  #given: string | null | undefined;
  #line: Line;
  #fair: FairLine;
  #receipts = new ReceiptBook();
  #save = () => this.#receipts.save();

  constructor(code: string, screen: "hand" | "table", token?: string | null) {
    this.code = code;
    this.screen = screen;
    this.#given = token;
    this.#fair = new FairLine({
      send: (message) => this.#line.send(message),
      unarmed: (why) => (this.unarmed = why),
      lag: () => device.lag,
    });
    addEventListener("pagehide", this.#save);
    this.#line = new Line(addressOf(`ws/${code}`).replace(/^http/, "ws"), {
      opened: () => this.#sayHello(),
      received: (message) => this.#receive(message),
      changed: (state) => {
        this.link = state;
        if (state !== "open") this.#fair.forget();
      },
    });
  }

  send = (message: Up): void => {
    this.sorry = null; // the refusal of an earlier request
    this.#line.send(message);
  };

  /** Sends a tap. Sound and vibration come at once, the verdict with a later update. */
  tap = (act: object, event: Event, kind: Feel = "press"): void => {
    this.#fair.tap(act, event.timeStamp);
    feel(kind);
  };

  now = (): number => this.#fair.now();

  react = (emote: Emote): void => {
    if (!this.mayReact || this.racing) return;
    this.mayReact = false;
    setTimeout(() => (this.mayReact = true), BETWEEN_REACTIONS);
    this.#line.send({ type: "react", emote });
  };

  /** The name of a player at the table or on the bench. */
  nameOf = (player: number): string => this.#find(player)?.name ?? "";

  retry = (): void => this.#line.retry();

  leave(): void {
    this.#save();
    removeEventListener("pagehide", this.#save);
    this.#fair.stop();
    this.#line.close();
  }

  #sayHello(): void {
    const own = this.screen === "hand" ? keptSeat(this.code) : null;
    const token = this.#given === undefined ? own : this.#given;
    this.#line.send({ type: "hello", v: VERSION, token, screen: this.screen, browser: browserId() });
    if (this.screen === "hand") this.#fair.introduce();
  }

  #receive(message: Down): void {
    switch (message.type) {
      case "welcome":
        this.player = message.player;
        if (this.screen === "hand") this.#keepSeat(message.token);
        break;
      case "room":
        this.#setRoom(withGhostNames(message));
        break;
      case "evening":
        this.evening = message;
        break;
      case "reaction":
        this.#react(message.player, message.emote);
        break;
      case "update":
        this.#show(message);
        break;
      case "ask":
        this.#fair.asked(message.past);
        break;
      case "sorry":
        this.sorry = message;
        if (message.why === "bad-token") this.#keepSeat(null);
        break;
      case "goodbye":
        this.#end(message.why);
        break;
    }
  }

  #keepSeat(token: string | null): void {
    if (this.#given === undefined) keepSeat(this.code, token);
  }

  #setRoom(room: Room): void {
    const begins = room.stage === "playing" && this.room?.stage !== "playing" && this.room !== null;
    if (begins || room.stage === "lobby" || room.stage === "podium") {
      this.update = null;
      this.finishes = [];
    }
    if (this.room && room.stage !== this.room.stage) this.sorry = null; // it was about the stage before
    this.#fair.pause(room.stage !== "playing" || room.paused !== null);
    this.room = room;
  }

  #react(player: number, emote: Emote): void {
    const shown = { key: performance.now(), player, emote };
    this.reactions = [...this.reactions.filter((other) => other.player !== player), shown];
    setTimeout(() => (this.reactions = this.reactions.filter((other) => other !== shown)), REACTION);
  }

  #find(id: number | null | undefined): Player | null {
    return [...(this.room?.players ?? []), ...(this.room?.bench ?? [])].find((one) => one.id === id) ?? null;
  }

  #show(update: Update): void {
    const fresh = update.finishes;
    const replaced = (old: Finish) => fresh.some((finish) => finish.number === old.number); // by one that includes a late tap
    if (fresh.length > 0) this.finishes = [...this.finishes.filter((old) => !replaced(old)), ...fresh];
    this.update = update;
    this.#fair.drawn(update);
    if (update.receipt !== null && this.room?.match) this.#receipts.add(this.room.match, update.receipt);
    if (update.race === null) this.#save();
  }

  #end(why: Why): void {
    if (why === "kicked" || why === "banned" || why === "bad-token") this.#keepSeat(null);
    if (!FINAL.includes(why)) return;
    this.goodbye = why;
    this.leave();
  }
}
