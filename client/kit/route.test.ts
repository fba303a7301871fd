import { expect, test } from "vitest";

import { routeOf } from "./route";

test("an address names a page", () => {
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/t/kelp")).toEqual({ page: "table", code: "KELP" });
  expect(routeOf("/t/KELP/")).toEqual({ page: "table", code: "KELP" });
  expect(routeOf("/t/KELP/table")).toEqual({ page: "tv", code: "KELP" });
  expect(routeOf("/rules/some-game")).toEqual({ page: "rules", slug: "some-game" });
  expect(routeOf("/house")).toEqual({ page: "house" });
});

test("an address that names nothing is a wrong door", () => {
  for (const path of ["/t", "/t/KE", "/t/KELPS", "/t/KELP/x", "/rules", "/rules/A"])
    expect(routeOf(path)).toEqual({ page: "lost" });
});
