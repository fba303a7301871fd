import { store, stored } from "$base/storage";
import { playAt } from "./playAt";
import { router } from "./router.svelte";

const FROM = "lesson.from";

/** Opens a new table for a game's lesson; `from` is the table to return to. */
export async function openLesson(game: string, from: string | null = null): Promise<void> {
  store(FROM, from);
  await playAt({ game, lesson: true });
}

/** The table to which the pupil returns after the lesson. */
export const tableAfterLesson = (): string | null => stored(FROM);

export function returnToTable(code: string): void {
  store(FROM, null);
  router.go(`t/${code}`);
}
