import type { Hint } from "$board";

import type { Scene } from "./scene.svelte";

/** The labels beside the pieces in a player's first rounds. */
export function hintsOf(scene: Scene): readonly Hint[] {
  const { words } = scene.given;
  switch (scene.view.phase) {
    case "picking":
      return [
        { point: "hand", text: words("piece.hand") },
        { point: "own", text: words("piece.own") },
      ];
    case "closed":
    case "turning":
    case "flipping":
    case "smacking":
      return [{ point: "ring", text: words("piece.ring") }];
    default:
      return [{ point: "own", text: words("piece.finish") }];
  }
}
