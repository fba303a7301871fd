import { expect, test } from "vitest";

import cases from "./names.cases.json";
import { characters, guestNames, nameAmong, shortened, suggestName } from "./names";
import { LONGEST_NAME } from "./wire";

const NAMES = guestNames("Merry Otter, Sly Fox,Bold Heron");

test("a pub name that is taken is replaced by another", () => {
  const taken: string[] = [];
  for (let guest = 0; guest < NAMES.length; guest += 1) taken.push(suggestName(NAMES, taken));

  expect(new Set(taken).size).toBe(NAMES.length);
  expect(nameAmong(["Merry Otter"], "Merry Otter", NAMES)).not.toBe("Merry Otter");
});

test("a name that is free or that the player wrote is kept", () => {
  expect(nameAmong(["Sly Fox"], "Merry Otter", NAMES)).toBe("Merry Otter");
  expect(nameAmong(["Anna"], "Anna", NAMES)).toBe("Anna");
});

test.each(cases)("a page counts $name as the house does", ({ name, characters: count }) => {
  expect(characters(name)).toHaveLength(count);
});

test("a stored name that is too long is shortened as the server shortened it", () => {
  expect(shortened("Maximilian Alexander")).toBe("Maximilian Alexa");
  expect(shortened("🦊".repeat(LONGEST_NAME))).toBe("🦊".repeat(LONGEST_NAME));
});
