import { expect, test } from "vitest";

import { listed, minutesAndSeconds, sentences, together } from "./sentences";

const [en, fr, ar] = ["en", "fr", "ar-EG"];

test("each sentence has one end, and an empty text gives no sentence", () => {
  expect(sentences(["Round 2", "", "Ada leads!"])).toBe("Round 2. Ada leads!");
  expect(sentences(["", ""])).toBe("");
});

test("names are joined as each language does", () => {
  expect(together(["Ada"], en)).toBe("Ada");
  expect(together(["Ada", "Bo"], en)).toBe("Ada and Bo");
  expect(together(["Ada", "Bo", "Cy"], fr)).toBe("Ada, Bo et Cy");
});

test("things side by side are listed as each language does", () => {
  expect(listed(["red star", "blue circle"], en)).toBe("red star, blue circle");
});

test("seconds always have two digits, in the digits of the language", () => {
  expect(minutesAndSeconds(83, en)).toBe("1:23");
  expect(minutesAndSeconds(3, en)).toBe("0:03");
  expect(minutesAndSeconds(83, ar)).toBe("١:٢٣");
});
