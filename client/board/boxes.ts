import type { Box, Size } from "./freePlace";

export const PRESSABLE = "[data-target], button, a[href], input, textarea, select";

/** The boxes of all visible elements of a selector, without disabled ones. */
export function boxesOf(selector: string): Box[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((one) => !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect());
}

/** Makes an element of text as wide as its broken lines, at most `widest`, and returns its size. */
export function shrink(element: HTMLElement, widest: string): Size {
  Object.assign(element.style, { maxWidth: widest, width: "max-content" });
  const lines = document.createRange();
  lines.selectNodeContents(element);
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  const padding = parseFloat(paddingLeft) + parseFloat(paddingRight);
  element.style.width = `${Math.ceil(lines.getBoundingClientRect().width + padding) + 1}px`;
  return { width: element.offsetWidth, height: element.offsetHeight };
}
