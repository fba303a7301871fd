import { type Moment, rankFor } from "$board";

import type { Events, RoundEnded } from "../wire";
import type { Scene } from "./scene.svelte";

/** What the whole room should notice about an event: thefts, and who is one shape from winning. */
export function momentsOf(event: Events, scene: Scene): readonly Moment[] {
  return event.type === "RoundEnded" ? [...thefts(event, scene), ...nearlyThere(event, scene)] : [];
}

function thefts({ stolen, dealt }: RoundEnded, scene: Scene): Moment[] {
  const { seat } = scene;
  const { words } = scene.given;
  return Object.entries(stolen).flatMap(([shape, from]) => {
    const to = dealt[shape];
    if (to === undefined) return [];
    const key = from === seat ? "moment.stolen.from-you" : "moment.stolen";
    return {
      rank: rankFor(seat, from, to),
      shout: words(to === seat ? "moment.stolen.by-you" : key, { name: scene.name(from) }),
      line: words(to === seat ? "moment.takes.you" : "moment.takes", { name: scene.name(to) }),
      piece: shape,
      from,
      to,
      sound: "stolen",
    };
  });
}

function nearlyThere({ dealt }: RoundEnded, scene: Scene): Moment[] {
  const { words } = scene.given;
  return [...new Set(Object.values(dealt))]
    .filter((seat) => scene.view.goal - scene.tray(seat).length === 1)
    .map((seat) => ({
      rank: rankFor(scene.seat, seat),
      shout: words(seat === scene.seat ? "moment.one-more.you" : "moment.one-more", {
        name: scene.name(seat),
      }),
      line: words("moment.one-more.line"),
      sound: "almost",
    }));
}
