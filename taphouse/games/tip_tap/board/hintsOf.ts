import type { Hint } from "$board";

import type { Scene } from "./scene.svelte";

/** The labels beside the pieces in a player's first rounds. */
export function hintsOf(scene: Scene): readonly Hint[] {
  const { words } = scene.given;
  switch (scene.view.phase) {
    case "ready":
    case "turning":
      return [
        { point: "card", text: words("piece.card") },
        { point: "field", text: words("piece.field") },
      ];
    case "hunting":
      return [{ point: "field", text: words("piece.find") }];
    default:
      return [{ point: "own", text: words("piece.own") }];
  }
}
