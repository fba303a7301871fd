import { type Moment, rankFor } from "$board";

import type { Events } from "../wire";
import type { Scene } from "./scene.svelte";

/** The piece of a card that this screen may not see. */
export const HIDDEN = "?";

/** What the whole room should notice about an event: a believed bluff, the last hand, a jam, a slap that failed. */
export function momentsOf(event: Events, scene: Scene): readonly Moment[] {
  switch (event.type) {
    case "Fooled":
      return [{ ...paid("moment.fooled", event.seat, event.taker, event.card, scene), sound: "fooled" }];
    case "TooSoon":
      return [paid("moment.soon", event.seat, event.taker, event.card, scene)];
    case "PairLaid":
      if (event.loser === null) return [];
      return [
        {
          ...paid("moment.last", event.loser, event.seat, event.card, scene),
          verdict: { who: event.loser },
        },
      ];
    case "Jammed":
      return [
        {
          rank: rankFor(scene.seat, event.seat),
          shout: scene.given.words("moment.jam"),
          line: scene.about(event.seat, "moment.again", "moment.again.you"),
          verdict: { who: null },
          sound: "jam",
        },
      ];
    case "Faulted":
      return [
        {
          rank: rankFor(scene.seat, event.seat),
          shout: scene.about(event.seat, `moment.${event.why}`, `moment.${event.why}.you`),
          line: scene.given.words("moment.turn-over"),
          sound: "beaten",
        },
      ];
    default:
      return [];
  }
}

/** A card goes from the seat that erred to another; only these two see which. */
function paid(key: string, from: number, to: number, card: string | null, scene: Scene): Moment {
  const { words, seat } = scene.given;
  const names = { name: scene.name(from), taker: scene.name(to) };
  const line = from === seat ? "moment.pays.you" : to === seat ? "moment.pays.to-you" : "moment.pays";
  return {
    rank: rankFor(seat, from, to),
    shout: scene.about(from, key, `${key}.you`),
    line: words(line, names),
    piece: card ?? HIDDEN,
    from,
    to,
    sound: to === seat ? "win" : "beaten",
  };
}
