import { language } from "$base/words.svelte";
import type { OpenTable } from "$base/wire";
import { openTable } from "$table/api";
import { browserId } from "$table/browserId";
import { keepSeat } from "$table/table.svelte";

import { profile } from "./profile.svelte";
import { router } from "./router.svelte";

/** Opens a table with this player as its host, and goes there. */
export async function playAt(table: Pick<OpenTable, "game"> & Partial<OpenTable>): Promise<void> {
  const opened = await openTable({
    locale: language.locale,
    name: profile.name,
    browser: browserId(),
    ...(profile.sign ? { sign: profile.sign } : {}),
    ...table,
  });
  keepSeat(opened.code, opened.token);
  router.go(`t/${opened.code}`);
}
