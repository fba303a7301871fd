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

test("the reason is shown when a player's act does not count", () => {
  expect(refusals.said?.text).toBe("too-early");
});

test("a newer verdict for the player or for all seats hides the reason of a refusal", () => {
  refusals.hear([{ type: "Smacked", seat: OWN }], OWN, words);
  expect(refusals.said).toBeNull();
  refusals.hear([{ type: "Refused", seat: OWN, why: "late" }, { type: "RoundEnded" }], OWN, words);
  expect(refusals.said).toBeNull();
});

test("another seat's verdict keeps the reason of a refusal, and a newer refusal replaces it", () => {
  refusals.hear([{ type: "Smacked", seat: 1 }], OWN, words);
  expect(refusals.said?.text).toBe("too-early");
  refusals.hear([{ type: "RoundEnded" }, { type: "Refused", seat: OWN, why: "late" }], OWN, words);
  expect(refusals.said?.text).toBe("refused.late");
});
