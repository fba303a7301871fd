import type { BoardProps } from "./types";
import type { Player } from "$base/wire";
import { t } from "$base/words.svelte";

/** Who sits where, in the words of whoever looks. */
export class Company {
  #given: () => Pick<BoardProps, "room" | "seat">;

  constructor(given: () => Pick<BoardProps, "room" | "seat">) {
    this.#given = given;
  }

  player = (seat: number): Player | undefined => this.#given().room.players[seat];

  sign = (seat: number): number => this.player(seat)?.sign ?? 1;

  name = (seat: number): string => (seat === this.#given().seat ? t("you") : (this.player(seat)?.name ?? ""));

  /** The name inside a sentence. */
  inside = (seat: number): string => (seat === this.#given().seat ? t("you.inside") : this.name(seat));

  /** Everyone else, clockwise from the player on the left; for a watcher, everyone. */
  others = (): readonly number[] => {
    const { room, seat } = this.#given();
    const seats = room.players.map((_, each) => each);
    return seat === null ? seats : [...seats.slice(seat + 1), ...seats.slice(0, seat)];
  };
}
