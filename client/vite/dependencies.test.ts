import { expect, test } from "vitest";

import house from "../../package.json" with { type: "json" };

test("package.json gives a reason for every dependency and for nothing else", () => {
  expect(Object.keys(house.why).sort()).toEqual(Object.keys(house.devDependencies).sort());
});
