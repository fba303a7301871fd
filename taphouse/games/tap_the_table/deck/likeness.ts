import criteria from "../criteria.json";
import type { OwnCard } from "../wire";

export type Test = OwnCard["test"];

const OURS = criteria as unknown as Record<string, NonNullable<Test>>;
const FAMILY: Record<string, string> = { green: "look", pink: "size", blue: "trait", yellow: "place" };

/** Our own cards, those of this colour first: what fits them may fit a card of one's own. */
export function oursFor(colour: string): readonly string[] {
  const isNear = (card: string) => card.startsWith(`${FAMILY[colour] ?? ""}-`);
  const all = Object.keys(OURS);
  return [...all.filter(isNear), ...all.filter((card) => !isNear(card))];
}

/** Whether all that fits our card fits by this test. */
export function isLike(test: Test, card: string): boolean {
  const our = OURS[card];
  if (our?.type === "Is" && test?.type === "Is") return our.marks.every((mark) => test.marks.includes(mark));
  return our !== undefined && test !== null && same(our, test);
}

/** The test after a press on our card: one of several marks is enough, all else stands alone. */
export function turned(test: Test, card: string): Test {
  const our = OURS[card] ?? null;
  if (isLike(test, card))
    return test?.type === "Is" && our?.type === "Is" ? without(test.marks, our.marks) : null;
  if (test?.type !== "Is" || our?.type !== "Is") return our;
  return { type: "Is", marks: [...new Set([...test.marks, ...our.marks])] };
}

function without(marks: readonly string[], less: readonly string[]): Test {
  const left = marks.filter((mark) => !less.includes(mark));
  return left.length > 0 ? { type: "Is", marks: left } : null;
}

/** Fields of both are in the order of their type. */
const same = (one: NonNullable<Test>, other: NonNullable<Test>) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
