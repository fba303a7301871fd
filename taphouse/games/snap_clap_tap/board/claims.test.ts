import { expect, test } from "vitest";

import type { Acts, Events } from "../wire";
import { type Claim, without, stillOpen } from "./claims";

const clap: Acts = { type: "Do", action: "clap", on: ["blue-dog-clap"] };
const snap: Acts = { type: "Do", action: "snap", on: ["blue-dog-clap"] };
const lay: Acts = { type: "Lay", card: "blue-girl-tap", on: "blue-dog-clap" };
const cry: Acts = { type: "Cry", offender: 1, card: "red-dog-tap" };
const did: Events = { type: "Did", seat: 0, action: "clap", on: ["blue-dog-clap"], at: 7 };
const bounced: Events = { type: "Bounced", seat: 0, card: "blue-girl-tap", on: "blue-dog-clap", until: 9 };
const refused: Events = { type: "Refused", seat: 0, why: "stopped" };

const claims = (...acts: Acts[]): Claim[] => acts.map((act, at) => ({ act, at }));
const acts = (open: readonly Claim[]) => open.map(({ act }) => act);

test("a verdict closes the claim it answers, and no other", () => {
  expect(acts(without(claims(snap, clap, lay), did))).toEqual([snap, lay]);
  expect(acts(without(claims(snap, clap, lay), bounced))).toEqual([snap, clap]);
});

test("a verdict closes only the oldest claim that it answers", () => {
  expect(without(claims(clap, clap), did)).toEqual([{ act: clap, at: 1 }]);
});

test("a refusal closes any open claim", () => {
  expect(acts(without(claims(cry, lay), refused))).toEqual([lay]);
});

test("a verdict closes no claim when no claim of its kind is open", () => {
  expect(acts(without(claims(snap, cry), bounced))).toEqual([snap, cry]);
});

test("a claim whose verdict was lost is dropped after a while", () => {
  expect(acts(stillOpen(claims(clap, lay), 3e6))).toEqual([clap, lay]);
  expect(acts(stillOpen(claims(clap, lay), 4e6))).toEqual([lay]);
});
