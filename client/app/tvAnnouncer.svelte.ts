import { setSpeech } from "$base/speech";
import type { Table } from "$table/table.svelte";

/** Whether this big screen speaks: the host's switch and the screen's own, and the last one pressed counts. */
export class Announcer {
  #table: Table;
  #own = $state<boolean | null>(null);

  constructor(table: Table) {
    this.#table = table;
  }

  on = $derived.by(() => this.#own ?? this.#table.room?.announcer ?? false);

  toggle(): void {
    this.#own = !this.on;
  }

  /** Call it while the page is created. */
  follow(): void {
    const asked = $derived(this.#table.room?.announcer);
    $effect(() => {
      if (asked !== undefined) this.#own = null;
    });
    $effect(() => {
      setSpeech(this.on);
      return () => setSpeech(false);
    });
  }
}
