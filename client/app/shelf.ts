import type { BoardModule } from "$board/types";
import type { Locale } from "$base/phrase";
import { gamePhrases } from "$base/phrases.svelte";
import type { Lesson } from "$base/wire";
import { type Words, wordsOf } from "$base/words.svelte";

// A folder is a game: nothing in the client names one.
const boards = import.meta.glob<BoardModule>("../../taphouse/games/*/Board.svelte");
const texts = import.meta.glob<string>("../../taphouse/games/*/text/*.md", { import: "default" });
const lessons = import.meta.glob<Lesson>("../../taphouse/games/*/lesson.json", { import: "default" });
const signs = import.meta.glob<string>("../../taphouse/games/*/art/sign.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

const folder = (slug: string) => `../../taphouse/games/${slug.replaceAll("-", "_")}`;

/** A game's words; all but its name and tagline are brought when they are first needed. */
export function gameWords(slug: string): Words {
  const place = folder(slug);
  return wordsOf(
    () => gamePhrases.of(place),
    () => gamePhrases.isMissing(place),
  );
}

/** The drawing on a game's card, if it has one. */
export function gameSign(slug: string): string | undefined {
  return signs[`${folder(slug)}/art/sign.svg`];
}

/** Only what can be drawn is offered. */
export const hasBoard = (slug: string) => `${folder(slug)}/Board.svelte` in boards;

/** A game's board, and its words with it. */
export async function loadBoard(slug: string): Promise<BoardModule | undefined> {
  const place = folder(slug);
  const [board] = await Promise.all([boards[`${place}/Board.svelte`]?.(), gamePhrases.load(place)]);
  return board;
}

/** The rulebook as HTML. */
export async function loadRules(slug: string, locale: Locale): Promise<string | undefined> {
  return texts[`${folder(slug)}/text/${locale}.md`]?.();
}

export const hasLesson = (slug: string) => `${folder(slug)}/lesson.json` in lessons;

/** How a game is taught, if it is. */
export async function loadLesson(slug: string): Promise<Lesson | undefined> {
  return lessons[`${folder(slug)}/lesson.json`]?.();
}
