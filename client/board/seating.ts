import type { BoardProps } from "./types";
import type { Player } from "$base/wire";
import { t } from "$base/words.svelte";

/** The players of the seats, as the viewer calls them: the viewer's own seat is "you". */
export class Seating {
  #given: () => Pick<BoardProps, "room" | "seat">;

  constructor(given: () => Pick<BoardProps, "room" | "seat">) {
    this.#given = given;
  }

  player = (seat: number): Player | undefined => this.#given().room.players[seat];

  sign = (seat: number): number => this.player(seat)?.sign ?? 1;

  name = (seat: number): string => (seat === this.#given().seat ? t("you") : (this.player(seat)?.name ?? ""));

  /** The name as it is written inside a sentence. */
  inside = (seat: number): string => (seat === this.#given().seat ? t("you.inside") : this.name(seat));

  /** The other seats, clockwise from the player on the left; all seats for a watcher. */
  others = (): readonly number[] => {
    const { room, seat } = this.#given();
    const seats = room.players.map((_, each) => each);
    return seat === null ? seats : [...seats.slice(seat + 1), ...seats.slice(0, seat)];
  };
}
