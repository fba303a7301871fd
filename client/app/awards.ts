import type { Award, Evening, Score } from "$base/wire";
import { t, type Words } from "$base/words.svelte";

import { gameWords, isKnown, loadBoard } from "./shelf";

/** An award in words. */
export interface AwardText {
  key: string;
  name: string;
  /** Who got it, and for how much. */
  line: string;
  sign: number;
}

/** The awards of an evening in words, from the view of `player`. It waits for the games' own words. */
export async function awardTexts(evening: Evening, player: number | null): Promise<readonly AwardText[]> {
  const known = evening.awards.filter(({ game }) => game === null || isKnown(game));
  await Promise.all(known.flatMap(({ game }) => (game === null ? [] : loadBoard(game)))); // its words come with it
  return known.flatMap((award) => {
    const holder = evening.scores.find((score) => score.player === award.player);
    return holder ? textOf(award, holder, player) : [];
  });
}

function textOf({ game, name, n }: Award, holder: Score, player: number | null): AwardText {
  const words = game === null ? (t as Words) : gameWords(game);
  const who = holder.player === player ? t("you") : holder.name;
  return {
    key: `${game ?? ""} ${name}`,
    name: words(`award.${name}`),
    line: `${who} · ${words(`award.${name}.n`, { n })}`,
    sign: holder.sign,
  };
}
