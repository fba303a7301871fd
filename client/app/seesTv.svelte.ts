import { store, stored } from "$base/storage";
import type { Room } from "$base/wire";

type Answer = "yes" | "no";

/** Whether the player of this device sees the table's big screen. Asked once for each table; until then the answer is no. */
export class SeesTv {
  #key: string;
  answer = $state<Answer | null>(null);

  constructor(code: string) {
    this.#key = `sees-tv.${code}`;
    const before = stored(this.#key);
    this.answer = before === "yes" || before === "no" ? before : null;
  }

  say(answer: Answer): void {
    this.answer = answer;
    store(this.#key, answer);
  }

  /** The room as this player's board shows it: what the big screen shows is left out only if they see it. */
  of(room: Room): Room {
    return room.big_screen && this.answer !== "yes" ? { ...room, big_screen: false } : room;
  }
}
