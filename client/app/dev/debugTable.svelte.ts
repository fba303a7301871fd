import { SvelteMap } from "svelte/reactivity";

import { Table } from "$table/table.svelte";

import { assign, devState, fork, seatToken, setLine } from "./api";
import type { DevEntry, DevState, LineQuality, Skill } from "./wire";

const AGAIN = 400; // milliseconds between two looks at the table

/** A table with all its secrets. Its people's seats are played from this page, unless another page plays them. */
export class DebugTable {
  readonly code: string;
  /** A connection without a seat, for what everybody knows. */
  readonly watched: Table;
  /** The connections of the seats that this page plays. */
  readonly held = new SvelteMap<number, Table>();
  now = $state.raw<DevState | null>(null);
  entries = $state.raw<readonly DevEntry[]>([]);
  /** How many entries have happened at the moment that is looked at; `null`: now. */
  at = $state<number | null>(null);
  /** The seat whose view is shown. */
  seat = $state(0);

  count = $derived(this.now?.count ?? 0);
  moment = $derived(this.now?.moment ?? null);
  room = $derived.by(() => this.watched.room);
  /** The connection of the host, if this page plays that seat. */
  host = $derived([...this.held.values()].find((table) => table.isHost));

  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = false;

  constructor(code: string) {
    this.code = code;
    this.watched = new Table(code, "hand", null);
    void this.#follow();
  }

  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
    for (const table of [this.watched, ...this.held.values()]) table.leave();
  }

  /** Looks at the table now, and not only with the next look. */
  async look(): Promise<void> {
    const found = await devState(this.code, this.entries.length, this.at, this.seat).catch(() => null);
    if (!found || this.#left) return;
    const isOther = found.match !== this.now?.match || found.count < this.entries.length;
    this.entries = isOther ? [] : [...this.entries, ...found.entries];
    if (isOther) this.at = null;
    this.now = found;
    if (isOther && found.count > 0) await this.look();
  }

  async goTo(at: number | null): Promise<void> {
    this.at = at;
    await this.look();
  }

  async show(seat: number): Promise<void> {
    this.seat = seat;
    await this.look();
  }

  /** A bot plays the seat, or this page does. */
  async hand(seat: number, bot: Skill | null): Promise<void> {
    await assign(this.code, seat, bot);
    if (bot === null) await this.#hold(seat);
    await this.look();
  }

  /** Another page plays the seat from now on. */
  async handOver(seat: number): Promise<string> {
    this.#release(seat);
    return seatToken(this.code, seat);
  }

  async setLine(seat: number, line: LineQuality): Promise<void> {
    await setLine(this.code, seat, line);
    await this.look();
  }

  /** The code of a new table that goes on from the moment that is looked at. */
  async fork(): Promise<string> {
    return (await fork(this.code, this.at ?? this.count)).code;
  }

  async #follow(): Promise<void> {
    await this.look();
    if (this.now) await this.#holdOwn(this.now);
    if (!this.#left) this.#timer = setTimeout(() => void this.#follow(), AGAIN);
  }

  async #holdOwn({ seats }: DevState): Promise<void> {
    for (const [seat, table] of this.held) if (table.goodbye) this.#release(seat);
    if (kept(this.code) === null) {
      const people = [...seats.entries()].filter(
        ([, { is_bots, is_connected }]) => !is_bots && !is_connected,
      );
      keep(
        this.code,
        people.map(([seat]) => seat),
      );
    }
    for (const seat of kept(this.code) ?? [])
      if (!this.held.has(seat) && seats[seat]?.is_bots === false) await this.#hold(seat);
  }

  async #hold(seat: number): Promise<void> {
    if (this.held.has(seat)) return;
    const token = await seatToken(this.code, seat).catch(() => null);
    if (token === null || this.held.has(seat) || this.#left) return;
    this.held.set(seat, new Table(this.code, "hand", token));
    const before = kept(this.code) ?? [];
    if (!before.includes(seat)) keep(this.code, [...before, seat]);
  }

  #release(seat: number): void {
    this.held.get(seat)?.leave();
    this.held.delete(seat);
    keep(
      this.code,
      (kept(this.code) ?? []).filter((other) => other !== seat),
    );
  }
}

// The seats that this tab plays, so that it plays them again after it was loaded again.
const keyOf = (code: string) => `taphouse.dev.${code}`;
const keep = (code: string, seats: readonly number[]) => sessionStorage.setItem(keyOf(code), seats.join());
function kept(code: string): readonly number[] | null {
  const found = sessionStorage.getItem(keyOf(code));
  return found === null ? null : found.split(",").filter(Boolean).map(Number);
}
