import { isOut } from "./doing";
import type { Scene } from "./scene.svelte";

/** Returns the state of the turn in a few words. */
export function headline(scene: Scene): string {
  const { view } = scene;
  const { words } = scene.given;
  switch (view.phase) {
    case "ready":
      return scene.about("turns", view.active);
    case "thinking":
      if (view.dancing && !scene.isActive) return words("dance-starts");
      return scene.about("thinks", view.active);
    case "calling":
      return words("called");
    case "countdown":
      return scene.about("counting", view.starter ?? view.active);
    case "answering":
      return scene.about(view.starter === view.by ? "owes" : "types", scene.speaker);
    case "voting":
      if (scene.may("fist")) return words("accept-q");
      return scene.about("says", scene.speaker);
    case "justifying":
      return scene.about("must-justify", scene.speaker);
    case "settling":
      return words(`ended.${view.how ?? "accepted"}`);
    case "comparing":
      return words("smallest-fist");
    case "asking":
      return words("paused");
    case "over":
      return "";
  }
}

/** "Tie! You and Lea play it off. One mistake and you’re out." */
export function tied(scene: Scene): string {
  const { seat, words, locale } = scene.given;
  const { contenders } = scene.view;
  const others = contenders.filter((each) => each !== seat).map((each) => scene.name(each));
  const names = new Intl.ListFormat(locale).format(others);
  return words(others.length < contenders.length ? "tie-names.you" : "tie-names", { names });
}

/** Returns the cost of the turn in words: who is out, or who takes or gives tokens. */
export function price(scene: Scene): string {
  const { paid, out } = scene.view;
  if (out !== null) return scene.about("is-out", out);
  if (!paid) return "";
  if (paid.giver === null) return scene.about("takes", paid.to, { n: paid.count });
  const { seat, words } = scene.given;
  const deal = { giver: scene.name(paid.giver), name: scene.name(paid.to) };
  if (paid.to === seat) return words("gives.to-you", deal);
  return words(paid.giver === seat ? "gives.from-you" : "gives", deal);
}

/** Returns the text for a player without a pad. */
export function waiting(scene: Scene): string {
  const { view } = scene;
  const { words, seat } = scene.given;
  if (view.phase === "voting" && seat !== null) return words("no-vote");
  if (view.phase === "justifying") return words("listen");
  if (scene.may("say")) return words("how.say");
  if (seat !== null && isOut(view, seat)) return words("only-fists");
  return "";
}

/** Returns how the player of this screen plays in the current state. */
export function how(scene: Scene): string {
  const { view } = scene;
  const { words } = scene.given;
  if (view.phase === "over") return "";
  if (view.phase === "comparing") return words("how.name");
  for (const act of ["reveal", "claim", "fist", "lift", "defend", "drum", "count", "say"] as const)
    if (scene.may(act)) {
      const key = act === "claim" && scene.aloud ? "how.claim-aloud" : `how.${act}`;
      return words(key, { name: scene.name(scene.speaker) });
    }
  return words("how.wait");
}

/** Returns the number of letters of the longest word, which must fit on a line. */
export function longest(text: string): number {
  return Math.max(...text.split(/[ -]/).map((word) => word.length));
}
