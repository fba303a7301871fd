import { expect, test } from "vitest";

import { phrase, type Phrases, type Words } from "$board";

import english from "../text/en.json";
import french from "../text/fr.json";
import { cardInWords, finishInWords, order, ruleInWords } from "./wording";

const speaking =
  (texts: Phrases, locale: string): Words =>
  (key, params) =>
    phrase(texts, locale, key, params) ?? key;
const [en, fr] = [speaking(english, "en"), speaking(french, "fr")];

test("a rule is put into words from its data", () => {
  expect(ruleInWords("number.fewer.3", en)).toBe("fewer than 3 icons");
  expect(ruleInWords("freq.colour.most", fr)).toBe("la couleur la plus vue");
  expect(ruleInWords("variety.different.shape.3", en)).toBe("3+ different shapes");
});

test("a finish is put into words from its data", () => {
  expect(finishInWords("specific_double.3.green.4.star", en)).toBe("3 green + 4 stars");
  expect(finishInWords("pairs.colour.2", en)).toBe("every colour 2 times");
  expect(finishInWords("specific_cards.5.red", fr)).toBe("5 cartes avec du rouge");
});

test("the order and the rule form one sentence", () => {
  expect(order("number.fewer.3", en)).toBe("Smack a card with");
  expect(order("rules", en)).toBe("Smack");
  expect(order("rules_adjacent", en)).toBe("Smack a card");
});

test("every kind of card has a name", () => {
  expect(cardInWords("red-star+blue-circle", en)).toBe("red star, blue circle");
  expect(cardInWords("tally-3/red-square", en)).toBe("3 × red square, in tally marks");
  expect(cardInWords("7/number_adjacent/num_cards.7", en)).toBe(
    "Rule card 7: as many icons as a neighbour. Finish: 7 cards",
  );
});
