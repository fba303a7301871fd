import type { Events, Result } from "../wire";
import { headline } from "./headline";
import { reason } from "./reason";
import type { Scene } from "./scene.svelte";

/** Returns the screen reader text for an event, or "" where the board says enough. */
export function eventText(event: Events, scene: Scene): string {
  const { words } = scene.given;
  switch (event.type) {
    case "RoundBegan":
      return [words("round", { n: scene.view.round }), headlineInWords(scene)].join(". ");
    case "PicksClosed":
      return words("look-up");
    case "CardsRevealed":
      return [headlineInWords(scene), ...scene.around.map((seat) => scene.describe(seat))].join(". ");
    case "CardTurned":
      return [scene.describe(event.seat), headlineInWords(scene)].join(". ");
    case "Picked":
    case "HousePicked":
      return own(event.seat, scene) && event.card !== null
        ? words("picked-you", { card: scene.cardName(event.card) })
        : "";
    case "Smacked": {
      const card = scene.cardName(event.card);
      return own(event.seat, scene)
        ? words("you-smacked", { card })
        : words("who-smacked", { name: scene.name(event.seat), card });
    }
    case "TooEarly":
      return own(event.seat, scene)
        ? words("too-early")
        : words("too-early-other", { name: scene.name(event.seat) });
    case "RoundEnded":
      return [
        headlineInWords(scene),
        ...correctCards(event.result, scene),
        fastest(event.result, scene),
        task(scene),
      ]
        .filter(Boolean)
        .join(". ");
    case "Placed":
      if (own(event.seat, scene)) return "";
      return words("placed", {
        name: scene.name(event.seat),
        card: scene.cardName(event.card),
        end: words(`end.${event.end}`),
      });
    case "Lost":
      if (own(event.seat, scene)) return "";
      return event.card === null
        ? words("lost-hidden", { name: scene.name(event.seat), n: 1 })
        : words("lost", { name: scene.name(event.seat), card: scene.cardName(event.card) });
    case "Paid":
    case "HousePaid":
      if (own(event.seat, scene)) return task(scene);
      return words("paid", { name: scene.name(event.seat), penalty: words(`pay.${event.penalty}`) });
    case "GameWon":
      return headlineInWords(scene);
    default:
      return "";
  }
}

const own = (seat: number, scene: Scene) => seat === scene.seat;

function headlineInWords(scene: Scene): string {
  const { before, big, after } = headline(scene);
  return [`${before} ${big}`.trim(), after].filter(Boolean).join(". ");
}

/** "red star, before Ada: seen 5 times" */
function correctCards(result: Result, scene: Scene): string[] {
  return result.correct.map((seat) => {
    const why = reason(result, seat, scene).words;
    return why ? `${scene.describe(seat)}: ${why}` : scene.describe(seat);
  });
}

function fastest(result: Result, scene: Scene): string {
  if (result.fastest === null || own(result.fastest, scene) || scene.seat === null) return "";
  return scene.of("fastest", result.fastest);
}

function task(scene: Scene): string {
  const { words } = scene.given;
  if (scene.placing) return words("place");
  if (scene.paying) return words("pay");
  return scene.losing ? words(`lose.${scene.losing.source}`, { n: scene.losing.count }) : "";
}
