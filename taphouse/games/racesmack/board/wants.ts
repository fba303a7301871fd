/** One thing a finish counts. */
export interface Want {
  need: number;
  /** A colour or a shape; `null`: anything. */
  thing: string | null;
  /** Whether each card that shows it counts, or each icon. */
  of: "cards" | "icons";
}

/** A colour or a shape. */
export type Kind = "colour" | "shape";

export const COLOURS = ["red", "green", "blue", "purple"] as const;
export const SHAPES = ["square", "triangle", "circle", "star"] as const;

export const kindOf = (thing: string): Kind =>
  (COLOURS as readonly string[]).includes(thing) ? "colour" : "shape";

/** Returns the wants of a finish, in the order of a standing's counts. */
export function wantsOf(finish: string): readonly Want[] {
  const [template, ...rest] = finish.split(".");
  switch (template) {
    case "specific_cards":
      return [{ need: Number(rest[0]), thing: rest[1] ?? null, of: "cards" }];
    case "num_cards":
    case "num_cards_cond":
    case "variety_cards":
      return [{ need: Number(rest[0]), thing: null, of: "cards" }];
    case "pairs":
      return (rest[0] === "colour" ? COLOURS : SHAPES).map((thing) => ({
        need: Number(rest[1]),
        thing,
        of: "icons",
      }));
    default:
      return pairwise(rest).map(([need, thing]) => ({ need: Number(need), thing, of: "icons" }));
  }
}

/** Returns the kind of thing that must not come together, in neighbours or in any two cards. */
export function banOf(finish: string): { among: "neighbours" | "all"; kind: Kind } | null {
  const [template, , kind] = finish.split(".");
  if (template === "num_cards_cond") return { among: "neighbours", kind: kind as Kind };
  if (template === "variety_cards") return { among: "all", kind: kind as Kind };
  return null;
}

/** Returns the number still missing over all counts. */
export function toGo(counts: readonly (readonly [have: number, need: number])[]): number {
  return counts.reduce((sum, [have, need]) => sum + Math.max(0, need - have), 0);
}

function pairwise(words: readonly string[]): [string, string][] {
  return words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? ""] as [string, string]] : []));
}
