import type { Result } from "../wire";
import { faceOf } from "./faces";
import type { Scene } from "./scene.svelte";

/** Why a card was correct or not: the thing counted, the neighbours it goes with, and both in words. */
export interface Reason {
  /** The colour or shape that was counted. `null`: the figure shows it. */
  thing: string | null;
  figure: string;
  by: readonly number[];
  words: string;
}

export function reason(result: Result, seat: number, scene: Scene): Reason {
  const { words } = scene.given;
  const card = result.cases[seat];
  if (card == null) return { thing: null, figure: "", by: [], words: "" };
  if (card.holds && !result.correct.includes(seat)) {
    const lost = words("tie-broken");
    return { thing: null, figure: words("tie"), by: [], words: lost };
  }
  const said = card.figure === null ? "" : counted(result.rule, card.figure, scene);
  const thing = thingCounted(result, scene.view.ring[seat] ?? null, card.figure);
  const between = neighbours(result.rule);
  const told = card.by.map((neighbour) => scene.of(between ?? "why.by", neighbour));
  if (between !== null && !card.holds) told.push(words("why.no-neighbour"));
  return {
    thing,
    figure: thing === null ? said : String(card.figure),
    by: card.by,
    words: [said, ...told].filter(Boolean).join(", "),
  };
}

/** Returns the colour or shape on this card that was seen `often` times. */
function thingCounted(result: Result, card: string | null, often: number | null): string | null {
  const face = card === null ? null : faceOf(card);
  if (face?.kind !== "regular") return null;
  const shown = face.icons.flatMap(({ colour, shape }) => [colour, shape]);
  return shown.find((thing) => result.counts[thing] === often) ?? null;
}

/** "seen 5 times", "3 alike", "2 icons" */
function counted(rule: string, n: number, scene: Scene): string {
  const { words } = scene.given;
  const [template, how] = rule.split(".");
  switch (template) {
    case "freq":
      return n > 0 ? words("why.freq", { n }) : words("why.number", { n });
    case "variety":
      return words(`why.variety.${how ?? ""}`, { n });
    case "duplicates":
      return words("why.duplicates", { n });
    case "highest":
      return n > 0 ? words("why.highest", { n }) : "";
    default:
      return words("why.number", { n });
  }
}

/** Returns the word key for how a card relates to the neighbour that makes it correct. */
function neighbours(rule: string): string | null {
  if (rule.startsWith("neighbours.nothing")) return "why.unlike";
  if (rule.startsWith("rules_adjacent")) return "why.next-to";
  return rule.startsWith("neighbours.") || rule === "number_adjacent" ? "why.by" : null;
}
