import type { Attachment } from "svelte/attachments";

/** How far beside a target a tap still counts for it, with large targets; in CSS pixels. */
const REACH = 36;
const FALLS = ["pointerdown", "mousedown"] as const;
/** Elements that keep a tap that falls right on them. */
const TAKEN =
  "[data-target]:not(:disabled), button:not(:disabled), a, input, textarea, label, [data-takes-fingers='true']";

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** The distance from a point to the edge of a box; 0 inside it. */
export function distance(x: number, y: number, { left, top, right, bottom }: Box): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** The target with the nearest box, if it is near enough. */
export function nearest<T>(x: number, y: number, targets: readonly T[], boxOf: (target: T) => Box): T | null {
  let [found, least]: [T | null, number] = [null, REACH];
  for (const target of targets) {
    const away = distance(x, y, boxOf(target));
    if (away <= least) [found, least] = [target, away];
  }
  return found;
}

/** Passes a tap that fell beside all targets on to the nearest one, with the same time. */
export function largeTargets(on: () => boolean): Attachment<HTMLElement> {
  return (board) => {
    const fall = (event: MouseEvent) => {
      if (!on() || (event.target instanceof Element && event.target.closest(TAKEN))) return;
      const targets = [...board.querySelectorAll<HTMLElement>("[data-target]:not(:disabled)")];
      const drawn = targets.filter((each) => each.checkVisibility({ visibilityProperty: true }));
      const target = nearest(event.clientX, event.clientY, drawn, (each) => each.getBoundingClientRect());
      if (!target) return;
      event.stopPropagation(); // else it counts twice where the whole board takes taps
      if (!target.dispatchEvent(copyOf(event))) event.preventDefault();
    };
    for (const type of FALLS) board.addEventListener(type, fall, { capture: true });
    return () => {
      for (const type of FALLS) board.removeEventListener(type, fall, { capture: true });
    };
  };
}

/** A copy of the event with its time: by itself a copy has the time of its creation. */
function copyOf(event: MouseEvent): MouseEvent {
  const Kind = event instanceof PointerEvent ? PointerEvent : MouseEvent;
  const copy = new Kind(event.type, event);
  return Object.defineProperty(copy, "timeStamp", { value: event.timeStamp });
}
