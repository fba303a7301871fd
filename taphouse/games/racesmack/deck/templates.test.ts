import { expect, test } from "vitest";

import english from "../text/en.json";
import { FINISHES, partsOf, RULES, withPart } from "./templates";

test("every word that can be chosen has its words", () => {
  const words = [...RULES, ...FINISHES].flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "word" ? part.words : [])),
  );
  for (const word of words) expect(english).toHaveProperty([`deck.form.word.${word}`]);
});

test("a sentence to begin with has a value for each choice", () => {
  for (const { usual, parts } of [...RULES, ...FINISHES])
    expect(partsOf(usual).map((value) => (/^\d+$/u.test(value) ? "number" : "name"))).toEqual(
      parts.map(({ kind }) => (kind === "number" ? kind : "name")),
    );
});

test("one choice changes one word", () => {
  expect(withPart("variety.different.shape.2", 2, "4")).toBe("variety.different.shape.4");
  expect(withPart("specific_double.3.green.3.star", 0, "5")).toBe("specific_double.5.green.3.star");
});

test("a thing that is already there changes places", () => {
  expect(withPart("specific_double.3.green.4.star", 1, "star")).toBe("specific_double.3.star.4.green");
});
