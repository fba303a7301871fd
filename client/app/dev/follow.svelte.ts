import { mount } from "svelte";

import { devHouse } from "./api";
import FailureNote from "./FailureNote.svelte";
import type { Failure } from "./wire";

const AGAIN = 700; // milliseconds between two questions

/** Loads this page again when the files of the game have changed, and shows why saved ones cannot be played. */
export function follow(): void {
  const shown = $state<{ failure: Failure | null }>({ failure: null });
  let known: number | undefined;
  mount(FailureNote, { target: document.body, props: { shown } });
  const look = async () => {
    const found = await devHouse().catch(() => null); // the house opens again just now
    if (found) {
      if (found.generation !== (known ??= found.generation)) location.reload();
      shown.failure = found.failure;
    }
    setTimeout(() => void look(), AGAIN);
  };
  void look();
}
