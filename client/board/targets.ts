import type { Attachment } from "svelte/attachments";

/** How far beside a target a finger may fall, for whoever plays with larger ones; in CSS pixels. */
const REACH = 36;
const FALLS = ["pointerdown", "mousedown"] as const;
/** What takes a finger that falls right on it, and gives it to nobody else. */
const TAKEN =
  "[data-target]:not(:disabled), button:not(:disabled), a, input, textarea, label, [data-takes-fingers='true']";

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** From a point to the edge of a box; nothing inside it. */
export function distance(x: number, y: number, { left, top, right, bottom }: Box): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** Whose box is nearest, if it is near enough. */
export function nearest<T>(x: number, y: number, targets: readonly T[], boxOf: (target: T) => Box): T | null {
  let [found, least]: [T | null, number] = [null, REACH];
  for (const target of targets) {
    const away = distance(x, y, boxOf(target));
    if (away <= least) [found, least] = [target, away];
  }
  return found;
}

/** Hands a finger that fell beside everything to the nearest target, as if it had fallen there at that moment. */
export function largeTargets(on: () => boolean): Attachment<HTMLElement> {
  return (board) => {
    const fall = (event: MouseEvent) => {
      if (!on() || (event.target instanceof Element && event.target.closest(TAKEN))) return;
      const targets = [...board.querySelectorAll<HTMLElement>("[data-target]:not(:disabled)")];
      const drawn = targets.filter((each) => each.checkVisibility({ visibilityProperty: true }));
      const target = nearest(event.clientX, event.clientY, drawn, (each) => each.getBoundingClientRect());
      if (!target) return;
      event.stopPropagation(); // else it counts twice where the whole board takes fingers
      if (!target.dispatchEvent(copyOf(event))) event.preventDefault();
    };
    for (const type of FALLS) board.addEventListener(type, fall, { capture: true });
    return () => {
      for (const type of FALLS) board.removeEventListener(type, fall, { capture: true });
    };
  };
}

/** The same finger at the same time: a copy's own time would be when it was copied. */
function copyOf(event: MouseEvent): MouseEvent {
  const Kind = event instanceof PointerEvent ? PointerEvent : MouseEvent;
  const copy = new Kind(event.type, event);
  return Object.defineProperty(copy, "timeStamp", { value: event.timeStamp });
}
