import type { Offer } from "$board/offers";
import { known, type Words } from "$base/words.svelte";

/** What a seat can do now, in the game's short sentences: `now.flip`, or `now.flip.foul` if it would be a foul. */
export function movesNow(offers: readonly Offer[], words: Words): string[] {
  const open = offers.filter(({ foul }) => !foul);
  const keys = open.length > 0 ? open.map(keyOf) : offers.map((offer) => `${keyOf(offer)}.foul`);
  return [...new Set(keys)].filter((key) => known(words, key)).map((key) => words(key));
}

/** The key of the sentence about an act: `now.wind-up` for `WindUp`. */
export function keyOf({ act }: Pick<Offer, "act">): string {
  return `now.${act.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}`;
}
