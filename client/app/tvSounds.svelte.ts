import { untrack } from "svelte";

import { hum } from "$base/hum";
import { isUnlocked, onUnlocked, play, setSilent, setVolume, unlock } from "$base/sound";
import { hush } from "$base/speech";
import type { Volume } from "$base/wire";
import type { Table } from "$table/table.svelte";

import { type Heard, soundsOf } from "./tvSounds";

const VOLUMES: Record<Volume, number> = { off: 0, low: 0.35, full: 1 };

/** Lets the big screen be heard: an event has its sound, the lobby hums, a live race is silent. Call it while the page is created. */
export function followTvSounds(table: Table): void {
  let before: Heard = { room: null, reaction: null };
  let unlocked = $state(isUnlocked());

  $effect(() => {
    unlock(); // some TVs allow sound without a press
    return onUnlocked(() => (unlocked = isUnlocked()));
  });
  $effect(() => {
    setVolume(VOLUMES[table.room?.big_screen_sound ?? "full"]);
    return () => setVolume(1);
  });
  $effect.pre(() => {
    setSilent(table.racing);
    if (table.racing) hush();
    return () => setSilent(false);
  });
  $effect(() => {
    const { room, reactions } = table;
    const now = { room, reaction: reactions.at(-1)?.key ?? null };
    untrack(() => {
      for (const sound of soundsOf(before, now)) play(sound);
    });
    before = now;
  });
  const humming = $derived(
    unlocked && table.room?.stage === "lobby" && table.room.big_screen_sound !== "off",
  );
  $effect(() => (humming ? hum() : undefined));
}
