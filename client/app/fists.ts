import type { OnTheShelf } from "$base/wire";
import type { Player, Room } from "$base/wire";

/** Whose fists are on a game, in the order of the seats. */
export const fistsOn = (room: Room, slug: string): readonly Player[] =>
  [...room.players, ...room.bench].filter((player) => player.vote === slug);

/** Everyone who would play has a seat, and there are enough to play. */
export function canPlay(room: Room, game: OnTheShelf): boolean {
  const people = room.players.filter((player) => player.bot === null).length;
  const [least, most] = game.seats;
  return people <= most && room.players.length + room.bench.length >= least;
}

/** What begins when the host presses: most fists; of equals the host's own, else what was played before. */
export function leading(room: Room, shelf: readonly OnTheShelf[]): string {
  const host = room.players.find((player) => player.id === room.host);
  const weight = ({ slug }: OnTheShelf) =>
    fistsOn(room, slug).length + (slug === host?.vote ? 0.5 : slug === room.game ? 0.25 : 0);
  const playable = shelf.filter((game) => canPlay(room, game));
  return playable.reduce(
    (best, game) => (weight(game) > weight(best) ? game : best),
    playable[0] ?? ({ slug: room.game } as OnTheShelf),
  ).slug;
}
