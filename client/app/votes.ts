import type { OnTheShelf } from "$base/wire";
import type { Player, Room } from "$base/wire";

/** The players who voted for a game: seats in order, then the bench. */
export const votersFor = (room: Room, slug: string): readonly Player[] =>
  [...room.players, ...room.bench].filter((player) => player.vote === slug);

/** Whether the game has a seat for every seated person, and seats and bench have enough members for it. */
export function canPlay(room: Room, game: OnTheShelf): boolean {
  const people = room.players.filter((player) => player.bot === null).length;
  const [least, most] = game.seats;
  return people <= most && room.players.length + room.bench.length >= least;
}

/** The game that the host's press starts: most votes; a tie goes to the host's vote, else to the game played before. */
export function leading(room: Room, shelf: readonly OnTheShelf[]): string {
  const host = room.players.find((player) => player.id === room.host);
  const weight = ({ slug }: OnTheShelf) =>
    votersFor(room, slug).length + (slug === host?.vote ? 0.5 : slug === room.game ? 0.25 : 0);
  const playable = shelf.filter((game) => canPlay(room, game));
  return playable.reduce(
    (best, game) => (weight(game) > weight(best) ? game : best),
    playable[0] ?? ({ slug: room.game } as OnTheShelf),
  ).slug;
}
