import { expect, test } from "vitest";

import en from "../words/en.json";
import fr from "../words/fr.json";
import { phrase } from "./phrase";

const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

test("both languages have the same phrases", () => {
  expect(Object.keys(fr)).toEqual(Object.keys(en));
});

test("every phrase has the same holes in both languages", () => {
  // the singular may say "one" where the plural counts
  for (const [key, text] of Object.entries(en).filter(([key]) => !key.endsWith(".one")))
    expect([key, holes(fr[key as keyof typeof fr])]).toEqual([key, holes(text)]);
});

test("numbers choose their form as each language does", () => {
  const phrases = { "fish.one": "{n} fish", "fish.other": "{n} fishes" };
  expect(phrase(phrases, "en", "fish", { n: 0 })).toBe("0 fishes");
  expect(phrase(phrases, "fr", "fish", { n: 0 })).toBe("0 fish");
  expect(phrase(phrases, "en", "fish", { n: 1 })).toBe("1 fish");
  expect(phrase({ ...phrases, "fish.none": "no fish" }, "fr", "fish", { n: 0 })).toBe("no fish");
});

test("a missing phrase is undefined, and a hole without a value stays", () => {
  expect(phrase({}, "en", "nothing")).toBeUndefined();
  expect(phrase({ hi: "Hi {name}" }, "en", "hi")).toBe("Hi {name}");
});
