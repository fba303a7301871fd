import { untrack } from "svelte";

import type { BoardProps } from "./types";
import { sentences } from "$base/sentences";

/** Hears the news once, and has a screen reader say what is worth saying. Call it while a board is made. */
export function followNews<News>(
  given: () => BoardProps<unknown, News>,
  hear: (news: readonly News[]) => void,
  saying: (event: News) => string,
): void {
  $effect(() => {
    const { news, say } = given();
    untrack(() => {
      hear(news);
      const said = sentences(news.map(saying));
      if (said) say(said);
    });
  });
}
