import { untrack } from "svelte";

import type { BoardProps } from "./types";
import { sentences } from "$base/sentences";

/** Passes each update's news on once, and has a screen reader say them. Call it while a board is created. */
export function followNews<News>(
  given: () => BoardProps<unknown, News>,
  handle: (news: readonly News[]) => void,
  textOf: (event: News) => string,
): void {
  $effect(() => {
    const { news, say } = given();
    untrack(() => {
      handle(news);
      const said = sentences(news.map(textOf));
      if (said) say(said);
    });
  });
}
