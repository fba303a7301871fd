import { beforeEach, expect, test, vi } from "vitest";

import { Refusals } from "./refusals.svelte";

vi.hoisted(() => {
  vi.stubGlobal("MouseEvent", Event);
  vi.stubGlobal("document", {
    body: { getBoundingClientRect: () => ({ left: 0, top: 0, width: 2, height: 2 }) },
  });
});

const words = (key: string) => key;
const OWN = 0;
let refusals: Refusals;

beforeEach(() => {
  vi.useFakeTimers();
  refusals = new Refusals();
  refusals.fell({ type: "keydown" } as Event);
  refusals.hear([{ type: "TooEarly", seat: OWN }], OWN, words);
});

test("why a finger did not count is said", () => {
  expect(refusals.said?.text).toBe("too-early");
});

test("a newer verdict, on one's own finger or for all, ends what was said of the last", () => {
  refusals.hear([{ type: "Smacked", seat: OWN }], OWN, words);
  expect(refusals.said).toBeNull();
  refusals.hear([{ type: "Refused", seat: OWN, why: "late" }, { type: "RoundEnded" }], OWN, words);
  expect(refusals.said).toBeNull();
});

test("what others do leaves it, and the newest refusal stands", () => {
  refusals.hear([{ type: "Smacked", seat: 1 }], OWN, words);
  expect(refusals.said?.text).toBe("too-early");
  refusals.hear([{ type: "RoundEnded" }, { type: "Refused", seat: OWN, why: "late" }], OWN, words);
  expect(refusals.said?.text).toBe("refused.late");
});
