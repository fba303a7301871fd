import type { Hint } from "$board";

import type { Scene } from "./scene.svelte";

/** The labels beside the pieces in a player's first rounds. */
export function hintsOf(scene: Scene): readonly Hint[] {
  const { words } = scene.given;
  const { phase } = scene.view;
  if (phase === "ready" || phase === "thinking") return [{ point: "cards", text: words("piece.cards") }];
  if (phase === "voting" && scene.may("fist")) return [{ point: "speaker", text: words("piece.doubt") }];
  return phase === "settling" ? [{ point: "others", text: words("piece.tokens") }] : [];
}
