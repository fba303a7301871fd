import { expect, test } from "vitest";

import { sentences, together } from "./sentences";

test("each sentence has one end, and an empty text gives no sentence", () => {
  expect(sentences(["Round 2", "", "Ada leads!"])).toBe("Round 2. Ada leads!");
  expect(sentences(["", ""])).toBe("");
});

test("names are joined with commas and an ampersand", () => {
  expect(together(["Ada"])).toBe("Ada");
  expect(together(["Ada", "Bo"])).toBe("Ada & Bo");
  expect(together(["Ada", "Bo", "Cy"])).toBe("Ada, Bo & Cy");
});
