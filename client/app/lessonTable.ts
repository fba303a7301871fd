import { openTable } from "$table/api";
import { store, stored } from "$base/storage";
import { profile } from "./profile.svelte";
import { router } from "./router.svelte";
import { keepSeat } from "$table/table.svelte";
import { browserId } from "$table/browserId";
import { language } from "$base/words.svelte";

const FROM = "lesson.from";

/** Opens a new table for a game's lesson; `from` is the table to return to. */
export async function openLesson(game: string, from: string | null = null): Promise<void> {
  const table = await openTable({
    game,
    name: profile.name,
    ...(profile.sign ? { sign: profile.sign } : {}),
    browser: browserId(),
    locale: language.locale,
    lesson: true,
  });
  keepSeat(table.code, table.token);
  store(FROM, from);
  router.go(`t/${table.code}`);
}

/** The table to which the pupil returns after the lesson. */
export const tableAfterLesson = (): string | null => stored(FROM);

export function returnToTable(code: string): void {
  store(FROM, null);
  router.go(`t/${code}`);
}
