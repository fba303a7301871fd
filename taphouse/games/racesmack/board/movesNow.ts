import type { Words } from "$board";

import type { Task, View } from "../wire";
import { ruleInWords } from "./wording";

const TASKS: Record<Task["type"], string> = { Placing: "now.place", Losing: "now.lose", Paying: "now.pay" };

export const mayTurn = ({ phase, turn }: View, seat: number | null) =>
  seat !== null && turn === seat && phase === "turning";
export const hasSmacked = ({ prints }: View, seat: number | null) =>
  prints.some((print) => print.seat === seat);

/** What this seat can do now, in short sentences. */
export function movesNow(view: View, seat: number, words: Words): string[] {
  const { phase, task, pick, rule } = view;
  if (task) return [words(TASKS[task.type])];
  if (phase === "picking") return [words(pick === null ? "now.pick" : "now.change")];
  if (mayTurn(view, seat)) return [words("now.turn")];
  if (phase === "closed" || phase === "flipping") return [words("now.wait-cards")];
  if (phase !== "smacking" || rule === null || hasSmacked(view, seat)) return [];
  return [words("now.smack", { rule: ruleInWords(rule, words) }), words("now.none")];
}
