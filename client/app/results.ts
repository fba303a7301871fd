import type { BoardModule } from "$board/types";
import { together } from "$base/sentences";
import type { Ranked } from "$parts/ranked";
import { signOf } from "$parts/signs";
import type { Evening, Room, Update } from "$base/wire";
import { t, type Words } from "$base/words.svelte";

/** Every game's view has these. */
interface View {
  points: readonly number[];
}

/** The places on a podium, the winners' names, and the line about them. */
export interface RankedResult {
  ranked: readonly Ranked[];
  winners: string;
  line: string;
}

/** The result of the finished game; `words` are the game's own, because each game names winning differently. */
export function gameResult(
  room: Room,
  last: Pick<Update, "view" | "places"> | null,
  board: BoardModule | undefined,
  seat: number | null,
  words: Words,
): RankedResult {
  const shown = last && (board?.shownPoints?.(last.view) ?? (last.view as View).points);
  const ranked = (last?.places ?? [])
    .map((place, of) => ({
      key: of,
      name: of === seat ? t("you") : (room.players[of]?.name ?? ""),
      sign: room.players[of]?.sign ?? 1,
      place,
      points: shown?.[of] ?? 0,
    }))
    .sort((one, other) => one.place - other.place);
  const points = ranked[0]?.points ?? 0;
  const wins = (last && board?.winsKey?.(last.view)) ?? "wins";
  const won = ranked.filter(({ place }) => place === 1).map(({ key }) => key);
  return {
    ranked,
    winners: winnersOf(ranked),
    line:
      (last && board?.winsLine?.(last.view, won, words)) ??
      words(winning(wins, ranked, seat), { points, n: points }),
  };
}

/** The result of the whole evening; `player` is this device's player. */
export function eveningResult({ scores }: Evening, player: number | null): RankedResult {
  const ranked = scores.map(({ player: key, name, sign, place, points }) => ({
    key,
    name: key === player ? t("you") : name,
    sign,
    place,
    points,
  }));
  const key = winning("evening.wins", ranked, player) as "evening.wins";
  return { ranked, winners: winnersOf(ranked), line: t(key, { points: ranked[0]?.points ?? 0 }) };
}

/** Confetti in the colours of all who played, with their signs. */
export const eveningConfetti = ({ scores }: Evening): readonly string[] =>
  scores.map(
    ({ sign }) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="29" fill="var(--seat-${sign})" ` +
      `stroke="var(--ink)" stroke-width="4"/>${signOf(sign).icon.replace("<svg", '<svg x="13" y="13" width="38" height="38" style="color:var(--ink)"')}</svg>`,
  );

const winnersOf = (ranked: readonly Ranked[]): string =>
  together(ranked.filter(({ place }) => place === 1).map(({ name }) => name));

function winning(stem: string, ranked: readonly Ranked[], own: number | null): string {
  if (ranked.filter(({ place }) => place === 1).length > 1) return `${stem}.shared`;
  return own !== null && ranked[0]?.key === own ? `${stem}.you` : stem;
}
