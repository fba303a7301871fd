import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Line } from "./line";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { type: string; looking?: boolean }[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.readyState = 3;
  }
  answer(): void {
    this.onmessage?.({ data: '{"type":"welcome"}' });
  }
  sendAway(): void {
    this.onmessage?.({ data: '{"type":"goodbye","why":"restarting"}' });
    this.onclose?.();
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const view = new EventTarget();

function turnScreen(state: "hidden" | "visible"): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}

function opened(): FakeSocket {
  const socket = latest();
  socket.readyState = 1;
  socket.onopen?.();
  return socket;
}

function latest(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error("no socket");
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", view.addEventListener.bind(view));
  FakeSocket.all = [];
  page.visibilityState = "visible";
  const line = new Line("ws://house/ws/KELP", { opened: vi.fn(), received: vi.fn(), changed: vi.fn() });
  return () => line.close();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page that is hidden says so", () => {
  const socket = opened();
  turnScreen("hidden");
  expect(socket.sent).toEqual([{ type: "looking", looking: false }]);
});

test("a line that answers after a sleep is kept", () => {
  const socket = opened();
  turnScreen("hidden");
  turnScreen("visible");
  expect(socket.sent.at(-1)).toEqual({ type: "looking", looking: true });
  socket.answer();
  vi.advanceTimersByTime(5000);
  expect(latest()).toBe(socket);
});

test("a line that does not answer is replaced within a second of waking", () => {
  const socket = opened();
  turnScreen("hidden");
  turnScreen("visible");
  vi.advanceTimersByTime(999);
  expect(latest()).not.toBe(socket);
});

test("a line that was lost in a sleep is tried again at once on waking", () => {
  const socket = opened();
  turnScreen("hidden");
  socket.readyState = 3;
  turnScreen("visible");
  expect(latest()).not.toBe(socket);
});

test("another network gets a new socket at once", () => {
  const socket = opened();
  view.dispatchEvent(new Event("online"));
  expect(latest()).not.toBe(socket);
});

test("a silent line is asked, and replaced if it stays silent", () => {
  const socket = opened();
  vi.advanceTimersByTime(20_000);
  expect(socket.sent.at(-1)).toEqual({ type: "looking", looking: true });
  vi.advanceTimersByTime(2000);
  expect(latest()).not.toBe(socket);
});

test("a line that reconnects on a hidden page says so", () => {
  page.visibilityState = "hidden";
  expect(opened().sent.at(-1)).toEqual({ type: "looking", looking: false });
});

test("a line that is refused again and again waits ever longer", () => {
  opened().sendAway();
  vi.advanceTimersByTime(0);
  const second = opened();
  second.sendAway();
  vi.advanceTimersByTime(249);
  expect(latest()).toBe(second);
  vi.advanceTimersByTime(1);
  expect(latest()).not.toBe(second);
});

test("a line that was welcomed is retried at once when it is lost", () => {
  opened().sendAway();
  vi.advanceTimersByTime(0);
  const second = opened();
  second.answer();
  second.sendAway();
  vi.advanceTimersByTime(0);
  expect(latest()).not.toBe(second);
});
