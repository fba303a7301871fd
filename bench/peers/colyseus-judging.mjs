// A Colyseus room that does the work of the house at a table of Tip Tap: it times connections, holds taps
// until rivals could have answered, judges them, stores them in a file, and then sends each seat its own view.
import { randomBytes } from "node:crypto";
import { mkdtempSync, openSync, write } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

const { SEATS, PING_MS } = process.env;
const HOLD = 12; // ms: the time that a page takes to answer that it has not tapped
const REMEMBERED = 30; // round trips
const TAPS = 8; // taps in a round
const COLOURS = ["red", "green", "blue", "violet"];
const SHAPES = ["leaf", "fish", "star", "moon", "drop", "kite"].flatMap((kind) => [1, 2, 3, 4].map((n) => `${kind}-${n}`));
const colours = Object.fromEntries(SHAPES.map((shape, i) => [shape, COLOURS[i % COLOURS.length]]));
const layout = SHAPES.map((shape, i) => [shape, (i * 45) % 360]);
const now = () => Math.round(performance.now() * 1000);

class Journal {
  #file = openSync(join(mkdtempSync(join(tmpdir(), "peer-")), "lines"), "a");
  #waiting = [];
  #writing = false;

  store(line, then) {
    this.#waiting.push({ line, then });
    if (!this.#writing) this.#write();
  }

  #write() {
    const group = this.#waiting;
    [this.#waiting, this.#writing] = [[], true];
    write(this.#file, group.map(({ line }) => `${line}\n`).join(""), () => {
      this.#writing = false;
      if (this.#waiting.length > 0) this.#write();
      for (const { then } of group) then();
    });
  }
}
const journal = new Journal();

class Line {
  #trips = [];
  #pings = new Map();
  painted = { n: 0, at: 0 };

  constructor(socket) {
    this.socket = socket;
    socket.on("pong", (nonce) => this.#pong(nonce.toString("latin1")));
  }

  ping() {
    const nonce = randomBytes(8).toString("latin1");
    this.#pings.set(nonce, now());
    this.socket.ping(Buffer.from(nonce, "latin1"));
  }

  #pong(nonce) {
    const sent = this.#pings.get(nonce);
    if (!this.#pings.delete(nonce)) return;
    this.#trips.push(now() - sent);
    if (this.#trips.length > REMEMBERED) this.#trips.shift();
  }

  witness() {
    const sorted = this.#trips.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.floor(share * sorted.length)] ?? 0;
    return { floor: at(0), median: at(0.5), spread: at(0.8) - at(0.5) };
  }
}

class Table extends Room {
  onCreate() {
    this.maxClients = Number(SEATS);
    this.setPatchRate(null); // only messages, no state patches
    this.setSeatReservationTime(60);
    Object.assign(this, { lines: new Map(), seats: new Map(), shown: [], held: [], n: 0, round: 0, began: now() });
    this.points = Array(Number(SEATS)).fill(0);
    this.deal();
    this.onMessage("tap", (client, at) => this.receive(client, Number(at.slice(1, 17)), now()));
    this.onMessage("seen", (client) => (this.lines.get(client.sessionId).painted = { n: this.n, at: now() }));
    setInterval(() => this.lines.forEach((line) => line.ping()), Number(PING_MS));
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.seats.size);
    this.lines.set(client.sessionId, new Line(client.ref));
  }

  deal() {
    this.round += 1;
    const first = this.round * 5;
    this.card = [0, 1, 2, 3].map((i) => SHAPES[(first + i * 7) % SHAPES.length]);
    Object.assign(this, { fingers: {}, fell: {}, beaten: {}, owner: {}, since: now() - this.began });
    this.hands = Array.from({ length: Number(SEATS) }, () => ["free", "free"]);
  }

  receive(client, pressed, arrived) {
    const line = this.lines.get(client.sessionId);
    const seat = this.seats.get(client.sessionId);
    const witness = line.witness();
    const response = arrived - (this.shown[this.shown.length - 1] ?? this.began) - witness.median;
    const excess = Math.max(0, arrived - line.painted.at - response - witness.median - 1.5 * witness.spread);
    const shape = SHAPES[pressed % SHAPES.length];
    const evidence = { arrived, n: this.n, pressed, painted: line.painted, witness, response, excess };
    this.held.push({ at: arrived - this.began - Math.round(witness.median / 2), seat, shape, pressed, evidence });
    this.held.sort((a, b) => a.at - b.at);
    setTimeout(() => this.release(), HOLD);
  }

  release() {
    const move = this.held.shift();
    const event = this.judge(move);
    if (++this.taps % TAPS === 0) this.deal();
    const entry = { at: move.at, move: { seat: move.seat, act: { type: "Tap", shape: move.shape } }, events: [event] };
    journal.store(JSON.stringify({ ...entry, evidence: move.evidence }), () => this.tell(event, move.pressed));
  }

  taps = 0;

  judge({ at, seat, shape }) {
    const hand = this.hands[seat].indexOf("free");
    if (hand < 0) return { type: "Refused", seat, why: "no-free-hand" };
    if (shape in this.fingers) {
      this.beaten = { ...this.beaten, [shape]: [...(this.beaten[shape] ?? []), seat] };
      return { type: "Beaten", seat, shape, by: this.fingers[shape] };
    }
    this.fingers = { ...this.fingers, [shape]: seat };
    this.fell = { ...this.fell, [shape]: at };
    this.hands = this.hands.map((hands, who) => (who === seat ? hands.with(hand, shape) : hands));
    if (this.card.includes(shape)) this.points = this.points.with(seat, this.points[seat] + 1);
    return { type: "Held", seat, shape, right: this.card.includes(shape) };
  }

  tell(event, pressed) {
    this.n += 1;
    this.shown.push(now());
    if (this.shown.length > REMEMBERED) this.shown.shift();
    const stamp = `~${String(pressed).padStart(16, "0")}`;
    for (const client of this.clients) {
      const view = this.view(this.seats.get(client.sessionId));
      client.send("update", { stamp, n: this.n, at: now() - this.began, view, news: [event], race: "search" });
    }
  }

  view(seat) {
    return {
      game: 1, games: 1, round: this.round, phase: "hunting", since: this.since, until: this.since + 45_000_000,
      lead: this.round % Number(SEATS), card: seat === undefined ? null : this.card, deck: 60 - (this.round % 60),
      pieces: "shapes", side: "coloured", layout, colours, owner: this.owner, fingers: this.fingers, fell: this.fell,
      beaten: this.beaten, hands: this.hands, real_hold: false, done: [], away: [], dealt: {}, wrong: [],
      points: this.points, goal: 10, winners: null,
    };
  }
}

const http = createServer();
const house = new Server({
  greet: false,
  transport: new WebSocketTransport({ server: http, pingInterval: 0 }), // the room times the connections
});
house.define("table", Table);
await house.listen(0, "127.0.0.1");
console.log(`http://127.0.0.1:${http.address().port}`);
