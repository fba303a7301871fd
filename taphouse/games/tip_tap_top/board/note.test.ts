import { expect, test } from "vitest";

import { phrase, type Phrases } from "$board";

import { plain, withCard } from "./note";

const languages = Object.entries(
  import.meta.glob<Phrases>("../text/*.json", { import: "default", eager: true }),
);
const CHANGED_HANDS = [
  "news.youTook",
  "news.takenFromYou",
  "news.youTooSoon",
  "news.tooSoonForYou",
  "news.youFooled",
  "news.fooledByYou",
  "news.paysYou",
  "news.youPay",
];

test.each(languages)(
  "a card that changes hands is drawn in its sentence, not written as a number (%s)",
  (_, words) => {
    for (const key of CHANGED_HANDS) {
      const note = withCard(
        (card) => phrase(words, "en", key, { name: "Hugo", card }) ?? "",
        "11",
        "card 11",
      );
      expect(note.before, key).not.toBe("");
      expect(note.before + note.after, key).not.toMatch(/\d/);
      expect(note.card).toBe("11");
    }
  },
);

test("a screen reader gets the card in words, at its place in the sentence", () => {
  const note = withCard((card) => `Hugo takes your ${card}.`, "11", "card 11");
  expect(note).toEqual({
    text: "Hugo takes your card 11.",
    before: "Hugo takes your ",
    card: "11",
    after: ".",
  });
});

test("a sentence without a card is plain text", () => {
  expect(plain("You have slapped.")).toEqual({
    text: "You have slapped.",
    before: "You have slapped.",
    card: null,
    after: "",
  });
});
