import type { Finding, Param, Problem } from "$base/wire";
import { language, t, type Words } from "$base/words.svelte";

/** What is wrong, without its line. */
export const problemText = ({ why, values }: Problem, words: Words): string =>
  words(`deck.problem.${why}`, named(values));

/** What is wrong, and where in the file. */
export const problemAtLine = (problem: Problem, words: Words): string =>
  t("deck.at-line", { line: problem.line, problem: problemText(problem, words) });

export const findingText = ({ kind, values }: Finding, words: Words): string =>
  words(`deck.finding.${kind}`, named(values));

/** The same values with the names of a language and of a field instead of their codes, and numbers as the reader writes them. */
function named(values: Readonly<Record<string, Param>>): Record<string, Param> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === "language")
        return [name, language.offered.find(({ code }) => code === value)?.name ?? value];
      if (value === "title") return [name, t("deck.name")];
      return [name, Number.isInteger(value) || typeof value === "string" ? value : decimal(value)];
    }),
  );
}

const decimal = (value: number) => value.toLocaleString(language.locale);

/** "Card 3" has its own notes; these are about the whole deck, what is bad first. */
export const ofWholeDeck = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ cards }) => cards.length === 0).toSorted((a, b) => weight(a) - weight(b));

/** Notes about one card; `good` ones need no mark. */
export const ofCard = (findings: readonly Finding[], place: number): readonly Finding[] =>
  findings.filter(({ cards, level }) => cards.includes(place) && level !== "good");

const weight = ({ level }: Finding) => ["bad", "odd", "good"].indexOf(level);
