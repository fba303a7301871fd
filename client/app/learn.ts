import { openTable } from "$kit/api";
import { keep, kept } from "$kit/kept";
import { person } from "$kit/person.svelte";
import { router } from "$kit/router.svelte";
import { keepSeat } from "$kit/table.svelte";
import { browserName } from "$kit/visitor";
import { language } from "$kit/words.svelte";

const FROM = "lesson.from";

/** Learn a game at a table of its own; `from` is the table to come back to. */
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
  keep(FROM, from);
  router.go(`/t/${table.code}`);
}

/** The table where friends are waiting for the pupil. */
export const waitingTable = (): string | null => kept(FROM);

export function backToFriends(code: string): void {
  keep(FROM, null);
  router.go(`/t/${code}`);
}
