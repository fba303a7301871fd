import type { BoardModule } from "$board/types";
import { gamePhrases } from "$base/phrases.svelte";
import type { Lesson, PictureBook } from "$base/wire";
import { type Words, wordsOf } from "$base/words.svelte";

import { foreign } from "./foreign.svelte";

// Every folder is a game: no code of the client names a game. Those of other packages come from the house.
const boards = import.meta.glob<BoardModule>("../../taphouse/games/*/Board.svelte");
const lessons = import.meta.glob<Lesson>("../../taphouse/games/*/lesson.json", { import: "default" });
const pictures = import.meta.glob<PictureBook>("../../taphouse/games/*/pictures.json", { import: "default" });
const signs = import.meta.glob<string>("../../taphouse/games/*/art/sign.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

const folder = (slug: string) => `../../taphouse/games/${slug.replaceAll("-", "_")}`;

/** A game's words; all but its name and tagline are loaded when they are first needed. */
export function gameWords(slug: string): Words {
  return wordsOf(
    () => gamePhrases.of(slug),
    () => gamePhrases.isMissing(slug),
  );
}

/** The drawing on a game's card, `undefined` if the game has none. */
export function gameSign(slug: string): string | undefined {
  return signs[`${folder(slug)}/art/sign.svg`] ?? foreign.sign(slug);
}

/** Whether a game is one of the client's own, or one that the house brings. */
export const isKnown = (slug: string) => `${folder(slug)}/Board.svelte` in boards || foreign.knows(slug);

/** Loads a game's board together with its words: the plain board if it has none, if it fails to load, or if asked. */
export async function loadBoard(slug: string): Promise<BoardModule> {
  const asked = new URLSearchParams(location.search).get("board") === "plain";
  const load = boards[`${folder(slug)}/Board.svelte`] ?? (() => foreign.board(slug));
  const own = asked ? undefined : load().catch(() => undefined);
  const [board] = await Promise.all([own, gamePhrases.load(slug)]);
  return board ?? (await import("./plain")).plainBoard(slug);
}

export const hasLesson = (slug: string) =>
  `${folder(slug)}/lesson.json` in lessons || foreign.has(slug, "lesson.json");

/** Loads a game's lesson, `undefined` if the game has none. */
export async function loadLesson(slug: string): Promise<Lesson | undefined> {
  return (lessons[`${folder(slug)}/lesson.json`] ?? (() => foreign.json<Lesson>(slug, "lesson.json")))();
}

/** Loads the pictures of a game's rules, `undefined` if the game has none. */
export async function loadPictures(slug: string): Promise<PictureBook | undefined> {
  const own = pictures[`${folder(slug)}/pictures.json`];
  return own ? own() : foreign.json<PictureBook>(slug, "pictures.json");
}
