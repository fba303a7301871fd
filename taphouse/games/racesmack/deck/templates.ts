/** A choice inside a sentence; the words of the choices are `deck.form.word.WORD`, things have drawings. */
export type Part =
  | { readonly kind: "word"; readonly words: readonly string[] }
  | { readonly kind: "number"; readonly least: number; readonly most: number }
  | { readonly kind: "thing" };

/** A kind of rule or of finish: its name, what is chosen in it, in the order in which it is written, and one to begin with. */
export interface Template {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly usual: string;
}

const what: Part = { kind: "word", words: ["colour", "shape"] };
const word = (...words: string[]): Part => ({ kind: "word", words });
const number = (least: number, most: number): Part => ({ kind: "number", least, most });
const thing: Part = { kind: "thing" };
const need = number(1, 12);

const template = (usual: string, ...parts: Part[]): Template => ({
  name: usual.split(".")[0] ?? "",
  parts,
  usual,
});

/** decks.py allows the same ones. */
export const RULES: readonly Template[] = [
  template("freq.colour.most", what, word("most", "least")),
  template("variety.different.shape.2", word("different", "identical"), what, number(2, 4)),
  template("neighbours.same.colour", word("same", "nothing"), what),
  template("number.more.2", word("fewer", "more"), number(2, 4)),
  template("duplicates.no.shape", word("some", "no"), what),
  template("number_adjacent"),
  template("rules"),
  template("rules_adjacent"),
];

export const FINISHES: readonly Template[] = [
  template("specific_cards.5.red", need, thing),
  template("specific_individual.5.star", need, thing),
  template("num_cards.7", need),
  template("num_cards_cond.5.colour", need, what),
  template("pairs.shape.2", what, need),
  template("variety_cards.5.colour", need, what),
  template("specific_double.3.green.4.star", need, thing, need, thing),
  template("specific_triple.2.circle.2.blue.3.triangle", need, thing, need, thing, need, thing),
];

/** "number.more.2" with 3 at the second place is "number.more.3". A thing that was there already changes places. */
export function withPart(written: string, place: number, value: string): string {
  const [name = "", ...parts] = written.split(".");
  const before = parts[place] ?? "";
  const swapped = parts.map((part, at) =>
    at !== place && part === value && !isNumber(part) ? before : part,
  );
  return [name, ...swapped.with(place, value)].join(".");
}

export const partsOf = (written: string): readonly string[] => written.split(".").slice(1);

const isNumber = (part: string) => /^\d+$/u.test(part);
