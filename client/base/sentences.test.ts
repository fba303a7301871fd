import { expect, test } from "vitest";

import { sentences, together } from "./sentences";

test("each sentence ends once, and nothing is said of nothing", () => {
  expect(sentences(["Round 2", "", "Ada leads!"])).toBe("Round 2. Ada leads!");
  expect(sentences(["", ""])).toBe("");
});

test("names are joined as one would say them", () => {
  expect(together(["Ada"])).toBe("Ada");
  expect(together(["Ada", "Bo"])).toBe("Ada & Bo");
  expect(together(["Ada", "Bo", "Cy"])).toBe("Ada, Bo & Cy");
});
