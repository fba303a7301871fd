import { buzz } from "./haptics";
import { play, type Sound } from "./sound";

/** Sound and vibration of a press, at once: the server has not answered yet. */
export type Feel = "press" | "slam" | "slap" | "raise" | "none";

const FEELS: Record<Exclude<Feel, "none">, [sound: Sound, ms: number]> = {
  press: ["press", 12],
  slam: ["thud", 35],
  slap: ["slap", 35],
  raise: ["raise", 12],
};

export function feel(kind: Feel): void {
  if (kind === "none") return;
  const [sound, ms] = FEELS[kind];
  play(sound);
  buzz(ms);
}
