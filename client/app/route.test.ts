import { expect, test } from "vitest";

import { routeOf } from "./route";

test("an address names a page", () => {
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/t/kelp")).toEqual({ page: "table", code: "KELP" });
  expect(routeOf("/t/KELP/")).toEqual({ page: "table", code: "KELP" });
  expect(routeOf("/t/KELP/table")).toEqual({ page: "tv", code: "KELP" });
  expect(routeOf("/t/KELP/replay")).toEqual({ page: "replay", code: "KELP", game: null });
  expect(routeOf("/t/kelp/replay/2")).toEqual({ page: "replay", code: "KELP", game: 2 });
  expect(routeOf("/replay")).toEqual({ page: "file" });
  expect(routeOf("/trust")).toEqual({ page: "trust" });
  expect(routeOf("/tv")).toEqual({ page: "pairing" });
  expect(routeOf("/dev")).toEqual({ page: "dev", code: null });
  expect(routeOf("/dev/kelp")).toEqual({ page: "dev", code: "KELP" });
  expect(routeOf("/tv/12345")).toEqual({ page: "claim", number: "12345" });
  expect(routeOf("/rules/some-game")).toEqual({ page: "rules", slug: "some-game" });
  expect(routeOf("/house")).toEqual({ page: "house" });
  expect(routeOf("/decks")).toEqual({ page: "decks" });
  expect(routeOf("/decks/m1x2")).toEqual({ page: "deck", id: "m1x2" });
});

test("the end of a link to the first page may hold a deck", () => {
  expect(routeOf("/", "#deck=1abc")).toEqual({ page: "shared", link: "#deck=1abc" });
  expect(routeOf("/", "#top")).toEqual({ page: "home" });
});

test("an unknown address leads to the page for lost addresses", () => {
  for (const path of [
    "/t",
    "/t/KE",
    "/t/KELPS",
    "/t/KELP/x",
    "/t/KELP/replay/x",
    "/rules",
    "/rules/A",
    "/tv/1234",
  ])
    expect(routeOf(path)).toEqual({ page: "lost" });
});
