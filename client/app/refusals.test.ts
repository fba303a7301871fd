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
  refusals.notePress({ type: "keydown" } as Event);
  refusals.handleNews([{ type: "TooEarly", seat: OWN }], OWN, words);
});

test("the reason is shown when a player's act does not count", () => {
  expect(refusals.shown?.text).toBe("too-early");
});

test("a newer verdict for the player or for all seats hides the reason of a refusal", () => {
  refusals.handleNews([{ type: "Smacked", seat: OWN }], OWN, words);
  expect(refusals.shown).toBeNull();
  refusals.handleNews([{ type: "Refused", seat: OWN, why: "late" }, { type: "RoundEnded" }], OWN, words);
  expect(refusals.shown).toBeNull();
});

test("another seat's verdict keeps the reason of a refusal, and a newer refusal replaces it", () => {
  refusals.handleNews([{ type: "Smacked", seat: 1 }], OWN, words);
  expect(refusals.shown?.text).toBe("too-early");
  refusals.handleNews([{ type: "RoundEnded" }, { type: "Refused", seat: OWN, why: "late" }], OWN, words);
  expect(refusals.shown?.text).toBe("refused.late");
});
