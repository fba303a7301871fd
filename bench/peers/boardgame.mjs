// A boardgame.io game in which anyone may tap at any time. No journal, no fair taps.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server, SocketIO } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const { BYTES } = process.env;
const AROUND = 650; // bytes of an update besides the game's own state, about

const game = {
  name: "tap",
  disableUndo: true,
  setup: () => ({ at: "", padding: "x".repeat(Math.max(0, Number(BYTES) - AROUND)) }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    tap: {
      move: ({ G }, at) => {
        G.at = at;
      },
      ignoreStaleStateID: true,
    },
  },
};

const transport = new SocketIO({ socketOpts: { transports: ["websocket"] } });
const house = Server({ games: [game], origins: [/.*/], transport });
const print = console.info;
console.info = () => {};
const { appServer } = await house.run(0);
print(`http://127.0.0.1:${appServer.address().port}`);
