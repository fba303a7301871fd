import type { Box, Size } from "./freePlace";

export const PRESSABLE = "[data-target], button, a[href], input, textarea, select";

/** The boxes of all visible elements of a selector, without disabled ones. */
export function boxesOf(selector: string): Box[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((one) => !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect());
}

const BESIDE = 8; // pixels left and right of words that belong to them

/** The boxes of all visible words inside an element, without those that only a screen reader gets. */
export function textBoxes(around: Element): Box[] {
  const walker = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
  const found: Box[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.nodeValue?.trim() || !element || element.closest(".unseen")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const words = document.createRange();
    words.selectNodeContents(node);
    const { x, y, width, height } = words.getBoundingClientRect();
    found.push({ x: x - BESIDE, y, width: width + 2 * BESIDE, height });
  }
  return found;
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
