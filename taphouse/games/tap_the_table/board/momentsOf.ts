import type { Moment } from "$board";

import type { Events } from "../wire";
import { price } from "./headline";
import type { Scene } from "./scene.svelte";

/** The verdict on a solution and what it costs, across the big screen; a player's own screen shows it in large letters anyway. */
export function momentsOf(event: Events, scene: Scene): readonly Moment[] {
  if (event.type !== "TurnEnded" || !scene.big) return [];
  const { how } = event;
  return [
    {
      rank: "room",
      shout: scene.given.words(`ended.${how}`),
      line: price(scene),
      verdict: { who: event.by },
      sound: how === "accepted" ? "win" : "thud",
    },
  ];
}
