import type { BoardModule } from "./board";
import type { Lesson } from "./lesson";
import type { Locale, Phrases } from "./phrase";
import { type Words, wordsOf } from "./words.svelte";

// A folder is a game: nothing in the client names one.
const boards = import.meta.glob<BoardModule>("../../taphouse/games/*/Board.svelte");
const texts = import.meta.glob<string>("../../taphouse/games/*/text/*.md", { import: "default" });
const lessons = import.meta.glob<Lesson>("../../taphouse/games/*/lesson.json", { import: "default" });
const phrases = import.meta.glob<Record<Locale, Phrases>>("../../taphouse/games/*/words.json", {
  import: "default",
  eager: true,
});
const signs = import.meta.glob<string>("../../taphouse/games/*/art/sign.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

const folder = (slug: string) => `../../taphouse/games/${slug.replaceAll("-", "_")}`;

export function gameWords(slug: string): Words {
  return wordsOf(phrases[`${folder(slug)}/words.json`]);
}

/** The drawing on a game's card, if it has one. */
export function gameSign(slug: string): string | undefined {
  return signs[`${folder(slug)}/art/sign.svg`];
}

/** Only what can be drawn is offered. */
export const hasBoard = (slug: string) => `${folder(slug)}/Board.svelte` in boards;

export async function loadBoard(slug: string): Promise<BoardModule | undefined> {
  return boards[`${folder(slug)}/Board.svelte`]?.();
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
