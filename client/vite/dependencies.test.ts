import { expect, test } from "vitest";

import house from "../../package.json" with { type: "json" };

test("every dependency says why it is there, and nothing else does", () => {
  expect(Object.keys(house.why).sort()).toEqual(Object.keys(house.devDependencies).sort());
});
