// A Colyseus room that broadcasts each tap to the table. No rules, no journal, no fair taps.
import { createServer } from "node:http";
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

const { SEATS, BYTES } = process.env;
const padding = "x".repeat(Math.max(0, Number(BYTES) - 30)); // 30 bytes: the message's name and the tap's time

class Table extends Room {
  onCreate() {
    this.maxClients = Number(SEATS);
    this.setPatchRate(null); // only messages, no state patches
    this.setSeatReservationTime(60);
    this.onMessage("tap", (_, at) => this.broadcast("verdict", at + padding));
    this.onMessage("seen", () => {});
  }
}

const http = createServer();
const house = new Server({
  greet: false,
  transport: new WebSocketTransport({ server: http }),
});
house.define("table", Table);
await house.listen(0, "127.0.0.1");
console.log(`http://127.0.0.1:${http.address().port}`);
