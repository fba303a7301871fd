import { openAgainst } from "$table/api";
import { browserId } from "$table/browserId";
import { keepSeat } from "$table/table.svelte";
import { language } from "$base/words.svelte";

import { profile } from "./profile.svelte";
import { router } from "./router.svelte";

/** Opens a table on the deal of a recorded game. This player takes `seat`, and ghosts hold the others. */
export async function playAgainst(record: Blob, seat: number): Promise<void> {
  const table = await openAgainst({
    file: await record.text(),
    seat,
    name: profile.name,
    browser: browserId(),
    locale: language.locale,
    ...(profile.sign ? { sign: profile.sign } : {}),
  });
  keepSeat(table.code, table.token);
  router.go(`t/${table.code}`);
}
