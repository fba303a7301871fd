import { store, stored } from "./storage";

export type Theme = "device" | "dark" | "light";
export type Motion = "device" | "calm";

/** The player's settings, stored on this device. */
class Settings {
  sound = $state(stored("sound") !== "off");
  haptics = $state(stored("haptics") !== "off");
  theme = $state<Theme>((stored("theme") as Theme | null) ?? "device");
  motion = $state<Motion>((stored("motion") as Motion | null) ?? "device");

  /** Stores every change and applies it to the page. Call once, from a component. */
  follow(): void {
    const root = document.documentElement;
    $effect(() => store("sound", this.sound ? "on" : "off"));
    $effect(() => store("haptics", this.haptics ? "on" : "off"));
    $effect(() => {
      store("theme", this.theme);
      if (this.theme === "device") delete root.dataset.theme;
      else root.dataset.theme = this.theme;
    });
    $effect(() => {
      store("motion", this.motion);
      if (this.motion === "device") delete root.dataset.motion;
      else root.dataset.motion = this.motion;
    });
  }
}

export const settings = new Settings();

/** Whether things appear in place instead of moving. */
export function calm(): boolean {
  return settings.motion === "calm" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
