import { device } from "./device.svelte";
import { FairLine, type Unarmed } from "./fair";
import { type Feel, feel } from "./feel";
import { keep, kept } from "./kept";
import { Line, type LineState } from "./line";
import {
  type Down,
  type Finish,
  type Room,
  type Sorry,
  type Up,
  type Update,
  VERSION,
  type Why,
} from "./wire";

/** After these there is nothing to come back to. */
const FINAL: readonly Why[] = ["kicked", "replaced", "no-such-table", "gone", "new-version"];

const seatKey = (code: string) => `seat.${code}`;

/** The seat at a table is a token kept on this device: whoever reloads is back in it. */
export function keepSeat(code: string, token: string | null): void {
  keep(seatKey(code), token);
}

/** A live table, as this screen may see it. */
export class Table {
  readonly code: string;
  readonly screen: "hand" | "table";
  room = $state.raw<Room | null>(null);
  update = $state.raw<Update | null>(null);
  finishes = $state.raw<readonly Finish[]>([]);
  player = $state<number | null>(null);
  link = $state<LineState>("opening");
  /** What the house refused last; a new object each time. */
  sorry = $state.raw<Sorry | null>(null);
  goodbye = $state.raw<Why | null>(null);
  /** Why this screen cannot show things in time for a race. */
  unarmed = $state<Unarmed | null>(null);

  seat = $derived.by(() => {
    const place = this.room?.players.findIndex((player) => player.id === this.player) ?? -1;
    return place < 0 ? null : place;
  });
  me = $derived(this.seat === null ? null : (this.room?.players[this.seat] ?? null));
  host = $derived(this.room?.players.find((player) => player.id === this.room?.host) ?? null);
  isHost = $derived(this.player !== null && this.room?.host === this.player);

  #line: Line;
  #fair: FairLine;

  constructor(code: string, screen: "hand" | "table") {
    this.code = code;
    this.screen = screen;
    this.#fair = new FairLine({
      send: (message) => this.#line.send(message),
      unarmed: (why) => (this.unarmed = why),
      lag: () => device.lag,
    });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#line = new Line(`${scheme}://${location.host}/ws/${code}`, {
      opened: () => this.#greet(),
      heard: (message) => this.#hear(message),
      changed: (state) => {
        this.link = state;
        if (state !== "open") this.#fair.forget();
      },
    });
  }

  send = (message: Up): void => {
    this.sorry = null; // a new wish, a new answer
    this.#line.send(message);
  };

  /** The finger's own sound and shake come at once; the verdict comes with the next update. */
  tap = (act: object, event: Event, kind: Feel = "press"): void => {
    this.#fair.tap(act, event.timeStamp);
    feel(kind);
  };

  now = (): number => this.#fair.now();

  retry = (): void => this.#line.retry();

  leave(): void {
    this.#fair.stop();
    this.#line.close();
  }

  #greet(): void {
    const token = this.screen === "hand" ? kept(seatKey(this.code)) : null;
    this.#line.send({ type: "hello", v: VERSION, token, screen: this.screen });
    if (this.screen === "hand") this.#fair.introduce();
  }

  #hear(message: Down): void {
    switch (message.type) {
      case "welcome":
        this.player = message.player;
        if (message.token !== null) keepSeat(this.code, message.token);
        break;
      case "room":
        this.#enter(message);
        break;
      case "update":
        this.#show(message);
        break;
      case "ask":
        this.#fair.asked(message.past);
        break;
      case "sorry":
        this.sorry = message;
        if (message.why === "bad-token") keepSeat(this.code, null);
        break;
      case "goodbye":
        this.#part(message.why);
        break;
    }
  }

  #enter(room: Room): void {
    const begins = room.stage === "playing" && this.room?.stage !== "playing" && this.room !== null;
    if (begins || room.stage === "lobby") {
      this.update = null;
      this.finishes = [];
    }
    this.#fair.pause(room.stage !== "playing" || room.paused !== null);
    this.room = room;
  }

  #show(update: Update): void {
    const fresh = update.finishes;
    const replaced = (old: Finish) => fresh.some((finish) => finish.thing === old.thing); // by one with a straggler
    if (fresh.length > 0) this.finishes = [...this.finishes.filter((old) => !replaced(old)), ...fresh];
    this.update = update;
    this.#fair.drawn(update);
  }

  #part(why: Why): void {
    if (why === "kicked" || why === "bad-token") keepSeat(this.code, null);
    if (!FINAL.includes(why)) return;
    this.goodbye = why;
    this.leave();
  }
}
