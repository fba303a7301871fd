import type { Events } from "../wire";
import { headline, price, tied } from "./headline";
import type { Scene } from "./scene.svelte";

/** Returns the screen reader text for an event, or "" for the player's own press. */
export function eventText(event: Events, scene: Scene): string {
  const { words, seat } = scene.given;
  switch (event.type) {
    case "TurnBegan":
      return `${scene.title}. ${scene.about("turns", event.active)}`;
    case "Revealed":
      if (event.seat === seat) return criteria(scene);
      return `${words("revealed", { name: scene.name(event.seat), card: scene.card(event.card) })}. ${criteria(scene)}`;
    case "HouseRevealed":
      return `${words("house-reveals")}. ${criteria(scene)}`;
    case "CountdownBegan":
    case "Claimed":
    case "Challenged":
      return headline(scene);
    case "CountdownEnded":
      return scene.about("countdown-over", event.starter);
    case "DanceAllowed":
      return words("dance-starts");
    case "Proposed":
    case "Labelled": {
      const said = event.text
        ? words("proposed", { name: scene.name(event.seat), text: event.text })
        : scene.about("proposed-aloud", event.seat);
      return [said, ...event.hints.map((hint) => scene.hint(hint))].join(". ");
    }
    case "FistTapped":
      return event.seat === seat ? words("fist-lies") : words("fist-down", { name: scene.name(event.seat) });
    case "FistLifted":
      return event.seat === seat ? "" : words("fist-lifted", { name: scene.name(event.seat) });
    case "FistKept":
      return event.seat === seat ? "" : words("fist-kept", { name: scene.name(event.seat) });
    case "Defended":
      if (event.seat === seat) return "";
      return words("defended", { name: scene.name(event.seat), text: event.text });
    case "TurnEnded":
      return [words(`ended.${event.how}`), price(scene)].filter(Boolean).join(". ");
    case "Asked":
      if (event.seat === seat) return "";
      return words("asks", { name: scene.name(event.seat), question: event.question, answer: event.answer });
    case "Ruled":
      return words(event.stands ? "ruled.yes" : "ruled.no");
    case "TieFound":
      return `${tied(scene)} ${words("smallest-fist")}`;
    case "FinalBegan":
      return scene.about("starts", event.active);
    case "DeckShuffled":
      return words("shuffled");
    default:
      return "";
  }
}

function criteria(scene: Scene): string {
  const cards = scene.view.cards.map((card) => scene.card(card)).join("; ");
  return scene.given.words("criteria", { cards });
}
