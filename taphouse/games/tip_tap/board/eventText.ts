import { listed } from "$board";

import type { Events } from "../wire";
import type { Scene } from "./scene.svelte";

/** Returns the screen reader text for an event, or "" where the board says enough. */
export function eventText(event: Events, scene: Scene): string {
  const { view } = scene;
  const { seat, words } = scene.given;
  switch (event.type) {
    case "RoundBegan":
    case "GameEnded":
      return `${words("round", { n: view.round })}. ${lead(scene)}`;
    case "CardShown":
    case "LeadSaw":
      return words("the-card", { shapes: listed(event.card.map((shape) => scene.shapeName(shape))) });
    case "Held":
      if (event.seat !== seat) return "";
      return words("you-hold", { shape: scene.shapeName(event.shape) });
    case "RoundEnded":
      return event.card
        .map((shape) => outcome(shape, event.dealt[shape], event.stolen[shape], scene))
        .join(". ");
    default:
      return "";
  }
}

export function lead(scene: Scene): string {
  const { view } = scene;
  const { seat, words } = scene.given;
  return view.lead === seat ? words("you-lead") : words("leads", { name: scene.name(view.lead) });
}

function outcome(shape: string, taker: number | undefined, loser: number | undefined, scene: Scene): string {
  const { seat, words } = scene.given;
  const named = scene.shapeName(shape);
  if (taker === undefined) return words("nobody-found", { shape: named });
  if (taker === seat) return words("you-take", { shape: named });
  const deal = { name: scene.name(taker), shape: named };
  return loser === undefined
    ? words("dealt", deal)
    : words("stolen", { ...deal, loser: loser === seat ? words("from-you") : scene.name(loser) });
}
