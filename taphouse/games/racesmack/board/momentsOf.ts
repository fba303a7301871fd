import { type Moment, rankFor } from "$board";

import type { Events, Result } from "../wire";
import type { Scene } from "./scene.svelte";

/** What the whole room should notice about an event: who won or lost cards, and who is one card from winning. */
export function momentsOf(event: Events, scene: Scene): readonly Moment[] {
  switch (event.type) {
    case "RoundEnded":
      return [...own(event.result, scene), ...fastest(event.result, scene)];
    case "Placed":
    case "HousePlaced":
      return nearlyThere(event.seat, scene);
    default:
      return [];
  }
}

/** The viewer's own smack, if it was not the fastest. */
function own({ outcomes, fastest }: Result, scene: Scene): Moment[] {
  const { words, seat } = scene.given;
  if (seat === null || seat === fastest) return [];
  switch (outcomes[seat]) {
    case "correct":
      return [{ rank: "mine", shout: words("moment.correct", { n: 1 }), line: "", sound: "hold" }];
    case "incorrect":
      return [{ rank: "mine", shout: words(cost(seat, scene)), line: "", sound: "beaten" }];
    default:
      return [];
  }
}

function cost(seat: number, scene: Scene): string {
  const { task } = scene.view;
  if (task?.type === "Paying") return "moment.pays";
  const loses =
    task?.type === "Losing" ||
    scene.given.news.some(
      (event) => (event.type === "Lost" || event.type === "HouseLost") && event.seat === seat,
    );
  return loses ? "moment.loses" : "moment.loses.nothing";
}

function fastest({ fastest, outcomes }: Result, scene: Scene): Moment[] {
  const { words, seat } = scene.given;
  if (fastest === null) return [];
  const isOwn = fastest === seat;
  const won = scene.view.ring.flatMap((card, from) =>
    card !== null && from !== fastest && outcomes[from] !== "correct" ? [{ piece: card, from }] : [],
  );
  const line = isOwn ? "moment.wins.you" : "moment.wins";
  return [
    {
      rank: rankFor(seat, fastest),
      shout: words(isOwn ? "moment.fastest.you" : "moment.fastest", { name: scene.name(fastest) }),
      // in After You players have piles of cards
      line: scene.view.blind ? "" : words(line, { name: scene.name(fastest), n: 1 + won.length }),
      ...(scene.view.blind || !won[0] ? {} : { ...won[0], to: fastest }),
      verdict: { who: fastest },
      sound: "win",
    },
  ];
}

function nearlyThere(seat: number, scene: Scene): Moment[] {
  const { words } = scene.given;
  const standing = scene.view.standings[seat];
  if (!standing || standing.broken || scene.view.winners !== null) return [];
  const missing = standing.counts.reduce((sum, [has, needs]) => sum + Math.max(0, needs - has), 0);
  if (missing !== 1) return [];
  return [
    {
      rank: rankFor(scene.seat, seat),
      shout: words(seat === scene.seat ? "moment.one-more.you" : "moment.one-more", {
        name: scene.name(seat),
      }),
      line: words("moment.one-more.line"),
      sound: "almost",
    },
  ];
}
