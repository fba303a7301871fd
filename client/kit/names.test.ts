import { expect, test } from "vitest";

import { nameAmong, pubName } from "./names";

test("a name of the house is another where somebody has it already", () => {
  const taken: string[] = [];
  for (let guest = 0; guest < 12; guest += 1) taken.push(pubName("fr", taken));

  expect(new Set(taken).size).toBe(12);
  expect(nameAmong(["Merry Otter"], "Merry Otter", "en")).not.toBe("Merry Otter");
});

test("a name that is free, or of one's own, is kept", () => {
  expect(nameAmong(["Sly Fox"], "Merry Otter", "en")).toBe("Merry Otter");
  expect(nameAmong(["Anna"], "Anna", "en")).toBe("Anna");
});
