import { settings } from "./settings.svelte";

/** iOS has no vibration for pages. */
export const canBuzz = typeof navigator !== "undefined" && "vibrate" in navigator;

export function buzz(ms: number): void {
  if (canBuzz && settings.haptics) navigator.vibrate(ms);
}
