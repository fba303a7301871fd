import { openTable } from "$table/api";
import { store, stored } from "$base/storage";
import { person } from "./person.svelte";
import { router } from "./router.svelte";
import { keepSeat } from "$table/table.svelte";
import { browserName } from "$table/browserId";
import { language } from "$base/words.svelte";

const FROM = "lesson.from";

/** Opens a new table for a game's lesson; `from` is the table to return to. */
export async function learn(game: string, from: string | null = null): Promise<void> {
  const table = await openTable({
    game,
    name: person.name,
    ...(person.sign ? { sign: person.sign } : {}),
    browser: browserName(),
    locale: language.locale,
    lesson: true,
  });
  keepSeat(table.code, table.token);
  store(FROM, from);
  router.go(`/t/${table.code}`);
}

/** The table to which the pupil returns after the lesson. */
export const waitingTable = (): string | null => stored(FROM);

export function backToFriends(code: string): void {
  store(FROM, null);
  router.go(`/t/${code}`);
}
