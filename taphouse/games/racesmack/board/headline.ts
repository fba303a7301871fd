import type { Scene } from "./scene.svelte";
import { order, ruleInWords } from "./wording";

/** The headline: one text in large letters, and at most one line before and one after it. */
export interface HeadlineText {
  before: string;
  big: string;
  after: string;
}

export function headline(scene: Scene): HeadlineText {
  const { phase, turn } = scene.view;
  const { words } = scene.given;
  switch (phase) {
    case "picking":
      return { before: "", big: words("pick"), after: ruleToCome(scene) };
    case "closed":
      return { before: "", big: words("look-up"), after: "" };
    case "turning":
      return turn === scene.seat
        ? { before: "", big: words("turns.you"), after: "" }
        : { before: "", big: words("turns", { name: scene.name(turn ?? 0) }), after: "" };
    case "flipping":
      return { before: "", big: words("in-the-air"), after: "" };
    case "smacking":
      return { ...rule(scene), after: warning(scene) };
    default:
      return { before: "", big: verdict(scene), after: because(scene) };
  }
}

function rule(scene: Scene): { before: string; big: string } {
  const { words } = scene.given;
  const { rule } = scene.view;
  return rule === null
    ? { before: "", big: "" }
    : { before: order(rule, words), big: ruleInWords(rule, words) };
}

/** "Smack a card with the shape seen most": the rule that applies if nobody plays a Rule card. */
function ruleToCome(scene: Scene): string {
  const { before, big } = rule(scene);
  const { words } = scene.given;
  return scene.view.rule_card === null ? `${before} ${big}`.trim() : words("round-rule-is", { rule: big });
}

/** Returns a warning for the player, or else the source of the rule. */
function warning(scene: Scene): string {
  const { words } = scene.given;
  if (scene.seat !== null && scene.view.marked.includes(scene.seat)) return words("marked");
  if (scene.upsideDown) return words("upside-down");
  if (scene.view.tiebreaker) return words("ties-break");
  const card = scene.view.rule_card;
  return card === null ? words("default-rule") : words("rule-says", { n: card.split("/")[0] ?? "" });
}

function verdict(scene: Scene): string {
  const { words } = scene.given;
  const { result, winners, won_by } = scene.view;
  if (winners !== null && won_by === "cards") return words("won.cards");
  if (winners !== null) return scene.of("won.finish", winners[0] ?? 0);
  if (result === null) return "";
  if (scene.seat === null)
    return result.fastest === null ? words("nobody") : scene.of("fastest", result.fastest);
  if (result.fastest === scene.seat) return words("fastest.big");
  const outcome = result.outcomes[scene.seat];
  return words(outcome === undefined || outcome === "none" ? "no-smack" : outcome);
}

/** Returns the reason for the verdict: the rule, no card that fits it, or a tie against the player. */
function because(scene: Scene): string {
  const { words } = scene.given;
  const { result } = scene.view;
  if (result === null) return "";
  if (result.correct.length === 0) return words("none-correct");
  const tied = scene.seat !== null && result.outcomes[scene.seat] === "incorrect" && smackedRight(scene);
  if (tied) return words("tied-out.own");
  if (result.fastest === null) return words("nobody-correct");
  return words("asked-for", { rule: ruleInWords(result.rule, words) });
}

function smackedRight(scene: Scene): boolean {
  const print = scene.view.prints.find(({ seat }) => seat === scene.seat);
  return print !== undefined && (scene.view.result?.correct.includes(print.whose) ?? false);
}
