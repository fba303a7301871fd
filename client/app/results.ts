import type { Standing } from "$board/types";
import type { Ranked } from "$parts/ranked";
import { places } from "./standing";
import type { Evening, Room } from "$base/wire";
import { t, type Words } from "$base/words.svelte";

/** The places on a podium, and the line about the winners. */
export interface Told {
  ranked: readonly Ranked[];
  line: string;
}

/** The result of the finished game; `words` are the game's own, because each game names winning differently. */
export function gameResult(room: Room, standing: Standing | null, seat: number | null, words: Words): Told {
  const ranked = (standing ? places(standing) : []).map(({ seat: of, place, points }) => ({
    key: of,
    name: of === seat ? t("you") : (room.players[of]?.name ?? ""),
    sign: room.players[of]?.sign ?? 1,
    place,
    points,
  }));
  const points = ranked[0]?.points ?? 0;
  return { ranked, line: words(winning(standing?.wins ?? "wins", ranked, seat), { points, n: points }) };
}

/** The result of the whole evening; `player` is this device's player. */
export function eveningResult({ scores }: Evening, player: number | null): Told {
  const ranked = scores.map(({ player: key, name, sign, place, points }) => ({
    key,
    name: key === player ? t("you") : name,
    sign,
    place,
    points,
  }));
  const key = winning("evening.wins", ranked, player) as "evening.wins";
  return { ranked, line: t(key, { points: ranked[0]?.points ?? 0 }) };
}

function winning(stem: string, ranked: readonly Ranked[], own: number | null): string {
  if (ranked.filter(({ place }) => place === 1).length > 1) return `${stem}.shared`;
  return own !== null && ranked[0]?.key === own ? `${stem}.you` : stem;
}
