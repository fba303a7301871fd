import { listed, type Words } from "$board";

import { faceOf } from "./faces";
import { wantsOf } from "./wants";

const SEVERAL_WANTS = new Set(["specific_individual", "specific_double", "specific_triple"]);

/** "number.fewer.3" is "fewer than 3 icons". */
export function ruleInWords(rule: string, words: Words): string {
  return filled("rule", rule, words);
}

/** "specific_double.3.green.4.star" is "3 green + 4 stars". */
export function finishInWords(finish: string, words: Words): string {
  if (!SEVERAL_WANTS.has(finish.split(".")[0] ?? "")) return filled("finish", finish, words);
  return wantsOf(finish)
    .map(({ need, thing }) => words(`want.${thing ?? ""}`, { n: need }))
    .join(" + ");
}

/** Returns the words before the rule: what to do with a card that fits it. */
export function order(rule: string, words: Words): string {
  switch (rule.split(".")[0]) {
    case "rules":
    case "highest":
      return words("smack-this");
    case "rules_adjacent":
      return words("smack-one");
    default:
      return words("smack-with");
  }
}

/** "red star, blue circle" */
export function cardInWords(card: string, words: Words): string {
  const face = faceOf(card);
  if (face.kind === "rule")
    return words("rule-card", {
      n: face.number,
      rule: ruleInWords(face.rule, words),
      finish: finishInWords(face.finish, words),
    });
  const icons = face.icons.map(({ colour, shape }) => words(`icon.${colour}-${shape}`));
  if (face.way === "icons") return listed(icons);
  return words(`way.${face.way}`, { n: icons.length, icon: icons[0] ?? "" });
}

function filled(what: "rule" | "finish", written: string, words: Words): string {
  const parts = written.split(".");
  const n = parts.find((part) => /^\d+$/.test(part));
  const key = [what, ...parts.filter((part) => part !== n)].join(".");
  return n === undefined ? words(key) : words(key, { n });
}
