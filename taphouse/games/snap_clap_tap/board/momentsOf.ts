import { type Moment, rankFor } from "$board";

import type { Events } from "../wire";
import { why } from "./eventText";
import type { Scene } from "./scene.svelte";

/** What the whole room should notice about an event: a goof that was caught, and what it costs. */
export function momentsOf(event: Events, scene: Scene): readonly Moment[] {
  if (event.type !== "Caught") return [];
  const { seat: caller, offender, gifts } = event;
  const { words, seat, screen } = scene.given;
  const key =
    offender === seat ? "moment.caught.you" : caller === seat ? "moment.caught.by-you" : "moment.caught";
  const cost = words(key, { caller: scene.name(caller), name: scene.name(offender), n: gifts.length });
  return [
    {
      rank: rankFor(seat, caller, offender),
      shout: words(offender === seat ? "moment.goof.you" : "moment.goof", { name: scene.name(offender) }),
      line: screen === "table" ? `${why(event, scene)} ${cost}` : cost, // a player's board says why below it
      piece: gifts[0]?.[0],
      from: caller,
      to: offender,
      verdict: { who: offender },
      sound: "goof",
    },
  ];
}
