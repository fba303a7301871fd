import type { BoardModule } from "$board/types";
import type { Locale } from "$base/phrase";
import { gamePhrases } from "$base/phrases.svelte";
import type { Lesson } from "$base/wire";
import { type Words, wordsOf } from "$base/words.svelte";

// Every folder is a game: no code of the client names a game.
const boards = import.meta.glob<BoardModule>("../../taphouse/games/*/Board.svelte");
const texts = import.meta.glob<string>("../../taphouse/games/*/text/*.md", { import: "default" });
const lessons = import.meta.glob<Lesson>("../../taphouse/games/*/lesson.json", { import: "default" });
const signs = import.meta.glob<string>("../../taphouse/games/*/art/sign.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

const folder = (slug: string) => `../../taphouse/games/${slug.replaceAll("-", "_")}`;

/** A game's words; all but its name and tagline are loaded when they are first needed. */
export function gameWords(slug: string): Words {
  const place = folder(slug);
  return wordsOf(
    () => gamePhrases.of(place),
    () => gamePhrases.isMissing(place),
  );
}

/** The drawing on a game's card, `undefined` if the game has none. */
export function gameSign(slug: string): string | undefined {
  return signs[`${folder(slug)}/art/sign.svg`];
}

/** Whether the client has a board for a game; only such games are offered. */
export const hasBoard = (slug: string) => `${folder(slug)}/Board.svelte` in boards;

/** Loads a game's board together with its words. */
export async function loadBoard(slug: string): Promise<BoardModule | undefined> {
  const place = folder(slug);
  const [board] = await Promise.all([boards[`${place}/Board.svelte`]?.(), gamePhrases.load(place)]);
  return board;
}

/** Loads a game's rulebook as HTML. */
export async function loadRules(slug: string, locale: Locale): Promise<string | undefined> {
  return texts[`${folder(slug)}/text/${locale}.md`]?.();
}

export const hasLesson = (slug: string) => `${folder(slug)}/lesson.json` in lessons;

/** Loads a game's lesson, `undefined` if the game has none. */
export async function loadLesson(slug: string): Promise<Lesson | undefined> {
  return lessons[`${folder(slug)}/lesson.json`]?.();
}
