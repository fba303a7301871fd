import type { Events } from "../wire";
import type { Scene } from "./scene.svelte";

/** Returns the screen reader text for an event, or "" where the board says enough. */
export function eventText(event: Events, scene: Scene): string {
  const { seat, words } = scene.given;
  switch (event.type) {
    case "TurnBegan":
      return scene.about(event.seat, "news.turn", "news.yourTurn");
    case "CardDrawn":
      return event.seat === seat ? words("news.youDrew", { card: scene.cardInWords(event.card) }) : "";
    case "Took":
    case "HouseTook":
      return handedOver(event.source, event.seat, event.card, scene, {
        gained: "news.youTook",
        lost: "news.takenFromYou",
        other: "news.took",
      });
    case "WoundUp":
      return scene.about(event.seat, "news.handUp", "news.youHandUp");
    case "PaddleFell":
      return words(event.seat === seat ? "news.youFell" : "news.fell");
    case "Feigned":
      return words(event.seat === seat ? "news.youBluff" : "news.bluff");
    case "Faulted":
      return event.why === "rim"
        ? scene.about(event.seat, "news.rim", "news.youRim")
        : scene.about(event.seat, "news.noPair", "news.youNoPair");
    case "TooSoon":
      return handedOver(event.seat, event.taker, event.card, scene, {
        gained: "news.tooSoonForYou",
        lost: "news.youTooSoon",
        other: "news.tooSoon",
      });
    case "Fooled":
      return handedOver(event.seat, event.taker, event.card, scene, {
        gained: "news.fooledByYou",
        lost: "news.youFooled",
        other: "news.fooled",
      });
    case "PairLaid":
      return event.more.length
        ? `${scene.verdict({ ...event, what: "laid", slaps: [] })}. ${words("news.nobodyHolds")}`
        : [laid(event, scene), paid(event, scene)].join(" ");
    case "Jammed":
      return [
        words("lastRace.jam"),
        words(event.why === "too-close" ? "news.jamClose" : "news.jamSlow"),
        scene.about(event.seat, "news.again", "news.youAgain"),
      ].join(". ");
    case "Passed":
      return scene.about(event.seat, "news.passed", "news.youPassed");
    case "TurnEnded":
      return ended(event, scene);
    case "GameWon":
      return event.joker === null
        ? words("news.jokerNobody")
        : scene.about(event.joker, "news.joker", "news.youJoker");
    case "Refused":
      return words(`refused.${event.why}`);
    default:
      return "";
  }
}

interface Sides {
  gained: string;
  lost: string;
  other: string;
}

function handedOver(giver: number, taker: number, card: string | null, scene: Scene, keys: Sides): string {
  const { seat, words } = scene.given;
  if (taker === seat) return words(keys.gained, { name: scene.name(giver), card: scene.cardInWords(card) });
  if (giver === seat) return words(keys.lost, { name: scene.name(taker), card: scene.cardInWords(card) });
  const [name, other] = keys.other === "news.took" ? [taker, giver] : [giver, taker];
  return words(keys.other, { name: scene.name(name), other: scene.name(other) });
}

type PairLaid = Extract<Events, { type: "PairLaid" }>;

function laid({ seat, pair }: PairLaid, scene: Scene): string {
  const key = seat === scene.given.seat ? "news.youLaid" : "news.laid";
  return scene.given.words(key, { name: scene.name(seat), number: pair });
}

function paid({ seat, loser, card }: PairLaid, scene: Scene): string {
  const { words } = scene.given;
  if (loser === null) return words("news.nobodyPays");
  const last = `${scene.about(loser, "lastRace.last", "lastRace.you")}.`;
  const deal = { card: scene.cardInWords(card) };
  if (card === null) return last;
  if (seat === scene.given.seat)
    return `${last} ${words("news.paysYou", { ...deal, name: scene.name(loser) })}`;
  return loser === scene.given.seat
    ? `${last} ${words("news.youPay", { ...deal, name: scene.name(seat) })}`
    : last;
}

function ended({ seat, why }: Extract<Events, { type: "TurnEnded" }>, scene: Scene): string {
  switch (why) {
    case "away":
      return scene.given.words("news.away", { name: scene.name(seat) });
    case "single-card":
      return scene.about(seat, "news.singleCard", "news.youSingleCard");
    case "time":
      return scene.about(seat, "news.time", "news.youTime");
  }
}
