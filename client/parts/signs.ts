import type { SIGN_COUNT } from "$base/wire";

import { anchor, bell, bolt, boot, heart, horse, moon, umbrella } from "./icons";

/** The pub signs, in the order of their numbers from 1. */
export const SIGNS = [
  { name: "sign.bell", icon: bell },
  { name: "sign.anchor", icon: anchor },
  { name: "sign.moon", icon: moon },
  { name: "sign.bolt", icon: bolt },
  { name: "sign.horse", icon: horse },
  { name: "sign.heart", icon: heart },
  { name: "sign.umbrella", icon: umbrella },
  { name: "sign.boot", icon: boot },
] as const satisfies { length: typeof SIGN_COUNT };

export type Sign = (typeof SIGNS)[number];

export function signOf(number: number): Sign {
  return SIGNS[number - 1] ?? SIGNS[0];
}
