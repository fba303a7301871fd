import { t } from "$board";

import type { Events, Giving } from "../wire";
import { faceOf } from "./cards";
import type { Scene } from "./scene.svelte";

/** The state of the table: a headline, and one line about it. */
export interface Announcement {
  headline: string;
  line: string;
}

export function announcement(scene: Scene): Announcement {
  const { view, seat } = scene;
  const { words } = scene.given;
  switch (view.phase) {
    case "face-down":
      return { headline: words("ready"), line: [...dealNow(scene), words("ready.hint")].join(". ") };
    case "stopped":
      return {
        headline:
          view.stopper === seat ? words("stop-you") : words("stop", { name: scene.name(view.stopper ?? 0) }),
        line: words("stop-left", { n: view.left }),
      };
    case "giving":
      return view.giving
        ? {
            headline: caught(view.giving.caller, view.giving.offender, scene),
            line: why(view.giving, scene),
          }
        : { headline: "", line: "" };
    case "between":
      return { headline: dealWon(scene), line: words("deals-to-win", { n: view.deals }) };
    case "stuck":
      return { headline: words("stuck"), line: words("stuck.hint") };
    default:
      if (view.winners !== null) return { headline: t("over"), line: "" };
      return seat === null
        ? { headline: words("name"), line: words("tagline") }
        : { headline: words("go"), line: "" };
  }
}

/** "Deal 2 goes to Ada!" */
function dealWon(scene: Scene): string {
  const { deal: n, deal_winners: winners } = scene.view;
  const { words, locale } = scene.given;
  if (winners.length === 1 && winners[0] === scene.seat) return words("deal-won.you", { n });
  const names = new Intl.ListFormat(locale).format(winners.map(scene.nameInside));
  return words("deal-won", { n, names });
}

/** "Deal 2", in a game of several deals. */
export function dealNow(scene: Scene): string[] {
  const { deal: n, deals } = scene.view;
  return deals > 1 ? [scene.given.words("deal", { n })] : [];
}

/** "Goof! Ada caught you" */
function caught(caller: number, offender: number, scene: Scene): string {
  const { words } = scene.given;
  const named = { name: scene.name(caller), offender: scene.nameInside(offender) };
  if (caller === scene.seat) return words("caught-by-you", named);
  return words(offender === scene.seat ? "caught-you" : "caught", named);
}

/** "The card said SNAP, not tap." */
export function why({ on, did }: Pick<Giving, "on" | "did">, scene: Scene): string {
  const { words } = scene.given;
  return `${words(`asked.${faceOf(on).sign}`)} ${words(`instead.${did ?? "none"}`)}`;
}

/** Returns the screen reader text for an event, or "" for a rival's card and where a note says it. */
export function eventText(event: Events, scene: Scene): string {
  const { words } = scene.given;
  switch (event.type) {
    case "TurnedUp":
      return `${words("go")} ${receiving(scene)}`;
    case "Laid":
      if (event.seat === scene.seat)
        return words("you-laid", { card: scene.cardName(event.card), on: scene.cardName(event.on) });
      return event.until === null ? "" : announcement(scene).headline;
    case "Did":
      return event.seat === scene.seat ? words(`you-did.${event.action}`) : "";
    case "StopEnded":
      return words("stop-ended");
    case "Caught":
    case "DealWon":
    case "GotStuck": {
      const { headline, line } = announcement(scene);
      return `${headline}. ${line}`;
    }
    case "PilesTurned":
      return `${words("turned")}: ${receiving(scene)}`;
    case "PlayResumed":
      return words("resumed");
    case "Left":
      return words("away", { name: scene.name(event.seat) });
    default:
      return "";
  }
}

/** "dog, blue border, clap; girl, orange border, snap" */
function receiving(scene: Scene): string {
  return scene.tops.map((top) => (top === null ? "" : scene.cardName(top))).join("; ");
}
