import { beforeEach, expect, test } from "vitest";

import { type Browser, FairLine } from "./fair";
import type { Up, Update } from "./wire";

/** A browser whose time is only a number. */
class Paper implements Browser {
  time = 0;
  frames: ((at: number) => void)[] = [];
  timers: { at: number; run: () => void }[] = [];

  now = () => this.time;
  frame = (painted: (at: number) => void) => void this.frames.push(painted);
  later = (run: () => void, ms: number) => {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };

  paint(at: number) {
    this.time = at;
    for (const painted of this.frames.splice(0)) painted(at);
  }

  wait(until: number) {
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = next.at;
      next.run();
    }
    this.time = until;
  }
}

const update = (n: number, at: number, race: Update["race"] = null): Update => ({
  type: "update",
  n,
  at,
  view: {},
  news: [],
  race,
  finishes: [],
});

let browser: Paper;
let sent: Up[];
let armed: boolean[];
let line: FairLine;

beforeEach(() => {
  browser = new Paper();
  sent = [];
  armed = [];
  line = new FairLine(
    (message) => void sent.push(message),
    (is) => void armed.push(is),
    browser,
  );
  line.pause(false);
});

const beats = () => sent.filter((message) => message.type === "beat");

test("an update is painted one frame after the frame that drew it", () => {
  line.drawn(update(1, 0));
  browser.paint(100);
  expect(sent).toEqual([{ type: "painted", n: 1, at: 116_700 }]);
});

test("of two updates in one frame only the later one was seen", () => {
  line.drawn(update(1, 0));
  line.drawn(update(2, 0));
  browser.paint(100);
  expect(sent).toEqual([{ type: "painted", n: 2, at: 116_700 }]);
});

test("a tap names the update that was on the screen, not one still to be painted", () => {
  line.drawn(update(1, 0));
  browser.paint(100);
  line.drawn(update(2, 0));
  line.tap({ type: "Tap" }, 250.5);
  expect(sent.at(-1)).toEqual({ type: "do", act: { type: "Tap" }, n: 1, at: 250_500 });
});

test("asked about the past, it answers at once", () => {
  line.drawn(update(1, 1_000_000));
  browser.paint(0);
  browser.time = 200;
  line.asked(1_100_000);
  expect(beats()).toEqual([{ type: "beat", n: 1, at: 200_000 }]);
});

test("asked about a moment to come, it answers once its clock is safely past it", () => {
  line.drawn(update(1, 1_000_000));
  browser.paint(0);
  browser.time = 20;
  line.asked(1_100_000);
  expect(beats()).toEqual([]);
  browser.wait(128);
  expect(beats()).toEqual([]);
  browser.wait(130);
  expect(beats()).toHaveLength(1);
});

test("a reflex race beats every 20 ms, and stops with the race", () => {
  line.drawn(update(1, 0, "reflex"));
  browser.paint(0);
  browser.wait(100);
  expect(beats()).toHaveLength(5);
  line.drawn(update(2, 0));
  browser.wait(200);
  expect(beats()).toHaveLength(5);
});

test("a search sends no beats of its own", () => {
  line.drawn(update(1, 0, "search"));
  browser.paint(0);
  browser.wait(100);
  expect(beats()).toEqual([]);
});

test("frames are watched only while a race is on", () => {
  line.drawn(update(1, 0, "search"));
  browser.paint(0);
  browser.paint(16);
  expect(browser.frames).toHaveLength(1);
  line.drawn(update(2, 0));
  browser.paint(32);
  browser.paint(48);
  expect(browser.frames).toHaveLength(0);
});

test("a stalled frame disarms, and a second without one arms again", () => {
  line.drawn(update(1, 0, "search"));
  for (const at of [0, 16, 32]) browser.paint(at);
  expect(armed).toEqual([]);
  browser.paint(120);
  expect(armed).toEqual([false]);
  for (let at = 136; at < 1_200; at += 16) browser.paint(at);
  expect(armed).toEqual([false, true]);
});

test("a faster screen paints sooner than a sixtieth of a second", () => {
  line.drawn(update(1, 0, "search"));
  for (let at = 0; at < 800; at += 8) browser.paint(at);
  line.drawn(update(2, 0));
  browser.paint(800);
  const painted = sent.at(-1);
  expect(painted).toMatchObject({ type: "painted", n: 2 });
  expect(painted && "at" in painted && painted.at).toBeCloseTo(808_000, -2);
});

test("on a new line nothing has been painted yet", () => {
  line.drawn(update(7, 0));
  browser.paint(0);
  line.forget();
  line.asked(0);
  expect(beats()).toEqual([]);
});
