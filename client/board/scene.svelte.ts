import { isAnswered, isOffered, type Offer } from "./offers";
import { Seating } from "./seating";
import type { BoardProps } from "./types";
import { t } from "$base/words.svelte";

/** What every board's `Scene` begins with: its props, the view, and the players' names and signs. */
export class BoardScene<View extends { offers: readonly Offer[] }, News, Contest> {
  #props: () => BoardProps<View, News, Contest>;

  constructor(props: () => BoardProps<View, News, Contest>) {
    this.#props = props;
  }

  given = $derived.by(() => this.#props());
  view = $derived(this.given.view);
  seat = $derived(this.given.seat);
  /** Whether this is the big screen. */
  big = $derived(this.given.screen === "table");
  seats = $derived(this.given.room.players.map((_, seat) => seat));

  /** Whether an act is open to this seat now, and no foul. */
  isOffered(act: string): boolean {
    return isOffered(this.view.offers, act);
  }
  /** Whether the rules answer an act of this seat now, as a foul or not. */
  isAnswered(act: string): boolean {
    return isAnswered(this.view.offers, act);
  }

  #seating = new Seating(() => this.given);
  player = this.#seating.player;
  sign = this.#seating.sign;
  name = this.#seating.name;
  /** The name as it is written inside a sentence. */
  nameInside = this.#seating.inside;
  /** The name of a player who may be away: "Bo · away". */
  nameIfAway(seat: number, away: boolean): string {
    return away ? t("name.away", { name: this.name(seat) }) : this.name(seat);
  }
  /** The other seats, clockwise from the player on the left; all seats for a watcher. */
  others = $derived(this.#seating.others());
}
