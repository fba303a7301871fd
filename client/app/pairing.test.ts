import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Pairing } from "./pairing.svelte";

type Answer = [status: number, body: object];
let answers: Record<string, Answer[]>;

beforeEach(() => {
  vi.useFakeTimers();
  answers = {};
  vi.stubGlobal("fetch", (path: string) => {
    const [status, body] = answers[path]?.shift() ?? [200, { table: null }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a big screen shows its number and follows the table that claims it", async () => {
  answers["api/big-screens"] = [[201, { number: "12345", secret: "s1" }]];
  answers["api/big-screens/s1"] = [
    [200, { table: null }],
    [200, { table: "KELP" }],
  ];
  const paired = vi.fn();

  const pairing = new Pairing(paired);
  await vi.advanceTimersByTimeAsync(1_600);

  expect(pairing.number).toBe("12345");
  expect(paired).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(1_600);

  expect(paired).toHaveBeenCalledExactlyOnceWith("KELP");
});

test("a big screen gets a new number when its number has expired", async () => {
  answers["api/big-screens"] = [
    [201, { number: "12345", secret: "s1" }],
    [201, { number: "67890", secret: "s2" }],
  ];
  answers["api/big-screens/s1"] = [[404, { why: "no-such-screen", detail: "" }]];

  const pairing = new Pairing(() => undefined);
  await vi.advanceTimersByTimeAsync(5_000);

  expect(pairing.number).toBe("67890");
  pairing.stop();
});

test("a big screen that cannot reach the house says so and tries again", async () => {
  answers["api/big-screens"] = [
    [503, { why: "not-kept", detail: "" }],
    [201, { number: "12345", secret: "s1" }],
  ];

  const pairing = new Pairing(() => undefined);
  await vi.advanceTimersByTimeAsync(100);

  expect(pairing.failed).toBe(true);

  await vi.advanceTimersByTimeAsync(6_000);

  expect([pairing.failed, pairing.number]).toEqual([false, "12345"]);
  pairing.stop();
});
