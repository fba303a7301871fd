import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ScreenCare } from "./screenCare.svelte";

const MINUTE = 60_000;
let change: () => void;
let window: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  window = new EventTarget();
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  vi.stubGlobal(
    "MutationObserver",
    class {
      constructor(changed: () => void) {
        change = changed;
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const watching = () => {
  const care = new ScreenCare();
  return { care, stop: care.watch({} as HTMLElement) };
};

test("a picture that nothing changes dims after ten minutes, not before", () => {
  const { care } = watching();
  vi.advanceTimersByTime(10 * MINUTE - 1);
  expect(care.isDim).toBe(false);
  vi.advanceTimersByTime(1);
  expect(care.isDim).toBe(true);
});

test.each(["a change", "keydown", "pointerdown", "pointermove"])(
  "%s lights a dim picture again for ten minutes",
  (what) => {
    const { care } = watching();
    vi.advanceTimersByTime(10 * MINUTE);
    if (what === "a change") change();
    else window.dispatchEvent(new Event(what));
    expect(care.isDim).toBe(false);
    vi.advanceTimersByTime(9 * MINUTE);
    expect(care.isDim).toBe(false);
    vi.advanceTimersByTime(MINUTE);
    expect(care.isDim).toBe(true);
  },
);

test("a picture moves each minute and stays within six pixels", () => {
  const { care, stop } = watching();
  const places = new Set<string>();
  for (let minute = 0; minute < 8; minute++) {
    vi.advanceTimersByTime(MINUTE);
    places.add(`${care.drift.x} ${care.drift.y}`);
    expect(Math.max(Math.abs(care.drift.x), Math.abs(care.drift.y))).toBeLessThanOrEqual(6);
  }
  expect(places.size).toBe(8);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
