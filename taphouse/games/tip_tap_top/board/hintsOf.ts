import type { Hint } from "$board";

import type { Scene } from "./scene.svelte";

/** The labels beside the pieces in a player's first rounds. */
export function hintsOf(scene: Scene): readonly Hint[] {
  const { words } = scene.given;
  const { phase, pairs } = scene.view;
  if (phase === "showing" || phase === "resting") return [{ point: "own", text: words("piece.own") }];
  if (scene.maySlap)
    return [
      { point: "plate", text: words(pairs.length > 0 ? "piece.slap" : "piece.bluff") },
      { point: "hand", text: words("piece.hand") },
    ];
  return scene.mine ? [] : [{ point: "plate", text: words("piece.follow") }];
}
