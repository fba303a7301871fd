import type { BoardModule, Standing } from "$board/types";

export interface Place {
  seat: number;
  /** From 1; equal seats share a place. */
  place: number;
  /** The points to show; the points that rank a seat may differ. */
  points: number;
}

/** The standing of the seats: from the board's function if it has one, else from the view's points; else `null`. */
export function standingOf(board: BoardModule | undefined, view: unknown): Standing | null {
  if (board?.standing) return board.standing(view);
  const { points, winners } = (view ?? {}) as Partial<Standing>;
  return points ? { points, winners: winners ?? null } : null;
}

/** Ranks winners first, then by points. The rules name the winners; points only order the rest. */
export function places({ points, winners, shown = points }: Standing): Place[] {
  const won = (seat: number) => winners?.includes(seat) ?? false;
  const more = (a: number, b: number) => (points[b] ?? 0) - (points[a] ?? 0);
  const ranked = points
    .map((own, seat) => ({ seat, points: shown[seat] ?? own }))
    .sort((a, b) => Number(won(b.seat)) - Number(won(a.seat)) || more(a.seat, b.seat));
  const same = (a: number, b: number) => won(a) === won(b) && (won(a) || points[a] === points[b]);
  return ranked.map((one) => ({
    ...one,
    place: ranked.findIndex((other) => same(one.seat, other.seat)) + 1,
  }));
}
