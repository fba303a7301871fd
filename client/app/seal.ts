import type { Film } from "$base/wire";
import { t } from "$base/words.svelte";
import { changedAfter, receiptsOf } from "$table/receipts";

/** What the seal of a game and the receipts on this device say about a film, in one sentence. */
interface SealWords {
  says: string;
  /** Set if the record was changed after the player got the receipts. */
  doubt: string;
}

export function sealOf(film: Film): SealWords {
  const kept = receiptsOf(film.room.match);
  if (kept === null) return { says: t(film.sealed ? "receipts.none" : "receipts.unsealed"), doubt: "" };
  const line = changedAfter(kept.receipts, film.links);
  return line === null
    ? { says: t("receipts.fit"), doubt: "" }
    : { says: "", doubt: t("replay.doubt.receipt", { line }) };
}
