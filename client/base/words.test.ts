import { expect, test } from "vitest";

import { bestLanguage } from "./bestLanguage";
import { phrase } from "./phrase";

test("numbers choose their form as each language does", () => {
  const phrases = { fish_one: "{{n}} fish", fish_other: "{{n}} fishes" };
  expect(phrase(phrases, "en", "fish", { n: 0 })).toBe("0 fishes");
  expect(phrase(phrases, "fr", "fish", { n: 0 })).toBe("0 fish");
  expect(phrase(phrases, "en", "fish", { n: 1 })).toBe("1 fish");
  expect(phrase({ ...phrases, fish_few: "{{n}} rybki" }, "pl", "fish", { n: 3 })).toBe("3 rybki");
  expect(phrase(phrases, "pl", "fish", { n: 3 })).toBe("3 fishes");
});

test("no things may have a phrase of their own in every language", () => {
  const phrases = { fish_zero: "no fish", fish_one: "{{n}} fish", fish_other: "{{n}} fishes" };
  expect(phrase(phrases, "fr", "fish", { n: 0 })).toBe("no fish");
});

test("numbers are written as the language writes them", () => {
  expect(phrase({ price: "{{ms}} ms" }, "en", "price", { ms: 12345.5 })).toBe("12,345.5 ms");
  expect(phrase({ price: "{{ms}} ms" }, "de", "price", { ms: 12345.5 })).toBe("12.345,5 ms");
});

test("a missing phrase is undefined, and a hole without a value stays", () => {
  expect(phrase({}, "en", "nothing")).toBeUndefined();
  expect(phrase({ hi: "Hi {{name}}" }, "en", "hi")).toBe("Hi {{name}}");
});

test.each([
  [["fr-CA", "en"], "fr"],
  [["pt-BR"], "pt"],
  [["zh-Hant-TW"], "zh-Hant"],
  [["zh"], "zh-Hant"],
  [["ja", "de-AT"], "de"],
  [["ja"], undefined],
])("a browser that asks for %s gets %s", (wishes, found) => {
  expect(bestLanguage(wishes, ["de", "en", "fr", "pt", "zh-Hant"])).toBe(found);
});
