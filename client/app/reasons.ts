import { Refusal } from "$table/api";
import { LONGEST_NAME, type Sorry } from "$base/wire";
import { known, t, type Words } from "$base/words.svelte";

/** A refusal in the player's language. The game's own words come first: they say which combination is excluded. */
export function reason(refused: Sorry | Refusal, words?: Words): string {
  if (words && refused.detail && known(words, refused.detail)) return words(refused.detail);
  return refused.why ? t(`why.${refused.why}`, { most: LONGEST_NAME }) : t("unreachable");
}

/** The text for any thrown value. */
export function reasonOf(thrown: unknown, words?: Words): string {
  return reason(thrown instanceof Refusal ? thrown : new Refusal(null), words);
}
