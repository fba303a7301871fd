import { expect, test } from "vitest";

import cases from "./names.cases.json";
import { characters, isTooLong, nameAmong, suggestName, shortened } from "./names";
import { LONGEST_NAME } from "./wire";

test("a pub name that is taken is replaced by another", () => {
  const taken: string[] = [];
  for (let guest = 0; guest < 12; guest += 1) taken.push(suggestName("fr", taken));

  expect(new Set(taken).size).toBe(12);
  expect(nameAmong(["Merry Otter"], "Merry Otter", "en")).not.toBe("Merry Otter");
});

test("a name that is free or that the player wrote is kept", () => {
  expect(nameAmong(["Sly Fox"], "Merry Otter", "en")).toBe("Merry Otter");
  expect(nameAmong(["Anna"], "Anna", "en")).toBe("Anna");
});

test.each(cases)("a page counts $name as the house does", ({ name, characters: count }) => {
  expect(characters(name)).toHaveLength(count);
});

test("every pub name is short enough", () => {
  for (const locale of ["en", "fr"] as const)
    for (let dice = 0; dice < 1; dice += 0.005)
      expect(isTooLong(suggestName(locale, [], () => dice))).toBe(false);
});

test("a stored name that is too long is shortened as the server shortened it", () => {
  expect(shortened("Maximilian Alexander")).toBe("Maximilian Alexa");
  expect(shortened("🦊".repeat(LONGEST_NAME))).toBe("🦊".repeat(LONGEST_NAME));
});
