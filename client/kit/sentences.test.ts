import { expect, test } from "vitest";

import { sentences } from "./sentences";

test("each sentence ends once, and nothing is said of nothing", () => {
  expect(sentences(["Round 2", "", "Ada leads!"])).toBe("Round 2. Ada leads!");
  expect(sentences(["", ""])).toBe("");
});
