import type { Box } from "./freePlace";

export const PRESSABLE = "[data-target], button, a[href], input, textarea, select";

/** The boxes of all visible elements of a selector, without disabled ones. */
export function boxesOf(selector: string): Box[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((one) => !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect());
}
