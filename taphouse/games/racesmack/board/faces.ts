/** How a card shows a number. faces.py reads the same names. */
export type Way = "icons" | "number" | "fingers" | "die" | "tally";

export interface Icon {
  colour: string;
  shape: string;
}

export interface RegularFace {
  kind: "regular";
  icons: readonly Icon[];
  way: Way;
}

export interface RuleFace {
  kind: "rule";
  number: number;
  rule: string;
  finish: string;
}

/** Reads the face of a card from its name, which contains everything the card shows. */
export function faceOf(card: string): RegularFace | RuleFace {
  const [first = "", second, third] = card.split("/");
  if (second !== undefined && third !== undefined)
    return { kind: "rule", number: Number(first), rule: second, finish: third };
  if (second === undefined) return { kind: "regular", icons: first.split("+").map(iconOf), way: "icons" };
  const [way, count] = first.split("-");
  const icons = Array<Icon>(Number(count)).fill(iconOf(second));
  return { kind: "regular", icons, way: way as Way };
}

export const isRule = (card: string): boolean => faceOf(card).kind === "rule";

/** Returns the Rule card with the highest number. Only this one counts. */
export function highestRule(cards: readonly string[]): RuleFace | null {
  const rules = cards.map(faceOf).filter((face) => face.kind === "rule");
  return rules.toSorted((one, other) => other.number - one.number)[0] ?? null;
}

function iconOf(written: string): Icon {
  const [colour = "", shape = ""] = written.split("-");
  return { colour, shape };
}
