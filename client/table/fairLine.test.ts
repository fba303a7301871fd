import { beforeEach, expect, test } from "vitest";

import type { Browser } from "./browser";
import { FairLine, pressedAt, type Unarmed } from "./fairLine";
import type { Up, Update } from "$base/wire";

/** A browser whose time is only a number. */
class Paper implements Browser {
  time = 0;
  frames: ((at: number) => void)[] = [];
  timers: { at: number; run: () => void }[] = [];

  hide: (hidden: boolean) => void = () => undefined;

  now = () => this.time;
  frame = (drawing: (at: number) => void) => void this.frames.push(drawing);
  drawn = (run: () => void) => run();
  watch = (changed: (hidden: boolean) => void) => {
    this.hide = changed;
    return () => undefined;
  };
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

const update = (n: number, at: number, race: Update["race"] = null, beat: number | null = null): Update => ({
  type: "update",
  n,
  at,
  view: {},
  news: [],
  race,
  beat,
  finishes: [],
  receipt: null,
  places: [],
});

let browser: Paper;
let sent: Up[];
let told: (Unarmed | null)[];
let lag: number | null;
let line: FairLine;

beforeEach(() => {
  browser = new Paper();
  sent = [];
  told = [];
  lag = null;
  line = new FairLine(
    {
      send: (message) => void sent.push(message),
      unarmed: (why) => void told.push(why),
      lag: () => lag,
    },
    browser,
  );
  line.pause(false);
});

const of = (type: Up["type"]) => sent.filter((message) => message.type === type);
const beats = () => of("beat");
/** Frames of `length`, until the page's clock reads `until`. */
function run(until: number, length = 16) {
  while (browser.time + length <= until) browser.paint(browser.time + length);
}

test("an update is painted one frame after the frame that drew it", () => {
  line.drawn(update(1, 0));
  browser.paint(100);
  expect(sent).toEqual([{ type: "painted", n: 1, at: 116_667 }]);
});

test("a paint of two updates in one frame is reported once, for the later one", () => {
  line.drawn(update(1, 0));
  line.drawn(update(2, 0));
  browser.paint(100);
  expect(sent).toEqual([{ type: "painted", n: 2, at: 116_667 }]);
});

test("a painted update is reported even if the next one is drawn before the report", () => {
  const after: (() => void)[] = [];
  browser.drawn = (run) => void after.push(run);
  line.drawn(update(1, 0));
  browser.paint(100);
  line.drawn(update(2, 0));
  for (const run of after.splice(0)) run();
  browser.paint(116);
  for (const run of after.splice(0)) run();
  expect(of("painted")).toMatchObject([
    { n: 1, at: 116_667 },
    { n: 2, at: 132_667 },
  ]);
});

test("a paint of an earlier line is not reported on the next one", () => {
  const after: (() => void)[] = [];
  browser.drawn = (run) => void after.push(run);
  line.drawn(update(7, 0));
  browser.paint(100);
  line.forget();
  line.drawn(update(1, 0));
  for (const run of after.splice(0)) run();
  expect(of("painted")).toEqual([]);
});

test("a tap names the update that was on the screen, not one still to be painted", () => {
  line.drawn(update(1, 0));
  browser.paint(100);
  line.drawn(update(2, 0));
  browser.time = 252;
  line.tap({ type: "Tap" }, 250.5);
  expect(sent.at(-1)).toEqual({ type: "do", act: { type: "Tap" }, n: 1, at: 250_500 });
});

test("a tap before the first paint names what was drawn: never an update of an earlier line", () => {
  line.drawn(update(7, 0));
  browser.paint(100);
  line.forget();
  line.drawn(update(1, 0));
  line.tap({ type: "Tap" }, 100);
  expect(sent.at(-1)).toMatchObject({ type: "do", n: 1 });
});

test("asked about the past, a page answers at once", () => {
  line.drawn(update(1, 1_000_000));
  browser.paint(0);
  browser.time = 200;
  line.asked(1_100_000);
  expect(beats()).toEqual([{ type: "beat", n: 1, at: 200_000 }]);
});

test("asked about a future moment, a page beats until its clock is past it by the margin", () => {
  line.drawn(update(1, 1_000_000, "search"));
  browser.paint(0);
  browser.wait(97);
  line.asked(1_100_000);
  expect(beats()).toHaveLength(1);
  browser.wait(128);
  expect(beats()).toHaveLength(7);
  browser.wait(500);
  expect(beats()).toHaveLength(8);
  expect(beats().at(-1)).toMatchObject({ at: 132_000 });
});

test("asked about a moment far ahead, a page beats less often after a while", () => {
  line.drawn(update(1, 0, "search"));
  browser.paint(0);
  browser.wait(20);
  line.asked(1_000_000);
  browser.wait(1_500);
  expect(beats().length).toBeLessThan(10 + 1_000 / 20 + 2);
});

test("asked again while it answers, a page goes on to the later moment and beats no more often", () => {
  line.drawn(update(1, 0, "reflex", 20_000));
  browser.paint(0);
  browser.wait(30);
  line.asked(20_000);
  line.asked(40_000);
  line.asked(10_000);
  const before = beats().length;
  browser.wait(60);
  expect(beats().length - before).toBe(6);
});

test("a paused table gets no more beats", () => {
  line.drawn(update(1, 0, "search"));
  browser.paint(0);
  line.asked(1_000_000);
  line.pause(true);
  const before = beats().length;
  browser.wait(3_000);
  expect(beats()).toHaveLength(before);
});

test("asked before a new update is painted, a page answers for the new one", () => {
  line.drawn(update(1, 0, "search"));
  browser.paint(0);
  line.drawn(update(2, 300_000, "search"));
  line.asked(310_000);
  expect(beats()).toEqual([]);
  browser.paint(400);
  browser.wait(500);
  expect(new Set(beats().map((beat) => "n" in beat && beat.n))).toEqual(new Set([2]));
});

test("a race beats as often as the server says, and the beats stop with the race", () => {
  line.drawn(update(1, 0, "reflex", 25_000));
  browser.paint(0);
  browser.wait(100);
  expect(beats()).toHaveLength(4);
  line.drawn(update(2, 0));
  browser.wait(200);
  expect(beats()).toHaveLength(4);
});

test("a search sends no beats of its own", () => {
  line.drawn(update(1, 0, "search"));
  browser.paint(0);
  browser.wait(100);
  expect(beats()).toEqual([]);
});

test("in a search one beat follows a tap, so that a lost tap is sent again soon", () => {
  line.drawn(update(1, 0, "search"));
  browser.paint(10);
  browser.wait(100);
  sent = [];

  line.tap({ type: "tap" }, 100);
  browser.wait(400);

  expect(sent.map((message) => message.type)).toEqual(["do", "beat"]);
});

test("in a race with beats of its own no other beat follows a tap", () => {
  line.drawn(update(1, 0, "reflex", 500_000));
  browser.paint(10);
  sent = [];

  line.tap({ type: "tap" }, 100);
  browser.wait(400);

  expect(sent.map((message) => message.type)).toEqual(["do"]);
});

test("frames are watched only while a race is on", () => {
  line.introduce();
  run(400);
  expect(browser.frames).toHaveLength(0);
  line.drawn(update(1, 0, "search"));
  run(440);
  expect(browser.frames).toHaveLength(1);
  line.drawn(update(2, 0));
  run(500);
  expect(browser.frames).toHaveLength(0);
});

test("a stalled frame disarms, and a second without one arms again", () => {
  line.drawn(update(1, 0, "search"));
  run(400);
  expect(told).toEqual([]);
  browser.paint(500);
  expect(told).toEqual(["stutters"]);
  run(1_600);
  expect(told).toEqual(["stutters", null]);
});

test("a hidden page is not armed and sends nothing, and is armed a second after it is visible", () => {
  line.drawn(update(1, 0, "reflex", 20_000));
  browser.paint(0);
  browser.hide(true);
  line.asked(0);
  browser.wait(200);
  expect(told).toEqual(["hidden"]);
  expect(beats()).toEqual([]);
  browser.hide(false);
  browser.wait(1_100);
  expect(told).toEqual(["hidden"]);
  expect(beats().length).toBeGreaterThan(0);
  browser.wait(1_300);
  expect(told).toEqual(["hidden", null]);
});

test("a faster screen paints sooner than a sixtieth of a second", () => {
  line.drawn(update(1, 0, "search"));
  run(800, 8);
  line.drawn(update(2, 0));
  browser.paint(808);
  expect(of("painted").at(-1)).toEqual({ type: "painted", n: 2, at: 816_000 });
});

test("the frame rate is reported once, and again only when it changes", () => {
  line.introduce();
  expect(of("device")).toEqual([{ type: "device", frame: 16_667, calibrated: false }]);
  run(400, 8);
  expect(of("device").at(-1)).toEqual({ type: "device", frame: 8_000, calibrated: false });
  line.drawn(update(1, 0, "search"));
  run(800, 8);
  expect(of("device")).toHaveLength(2);
});

test("a measured device says so, and its paint times are later by the measured delay", () => {
  lag = 6;
  line.drawn(update(1, 0, "search"));
  browser.paint(100);
  expect(of("device")).toMatchObject([{ calibrated: true }]);
  expect(of("painted")).toEqual([{ type: "painted", n: 1, at: 122_667 }]);
});

test("an event from another clock counts as now", () => {
  expect(pressedAt(990, 1_000)).toBe(990);
  expect(pressedAt(1_700_000_000_000, 1_000)).toBe(1_000);
  expect(pressedAt(3, 5_000)).toBe(5_000);
});

test("on a new line nothing has been painted yet", () => {
  line.drawn(update(7, 0));
  browser.paint(0);
  line.forget();
  line.asked(0);
  expect(beats()).toEqual([]);
});
