import type { Acts, Events } from "../wire";

/** An act that was sent and not judged yet. */
export interface Claim {
  act: Acts;
  /** The play clock when it was sent. */
  at: number;
}

const FORGOTTEN = 4e6; // a verdict that takes longer was lost with its connection

/** Whether `event`, about the player's own seat, is the verdict on `act`. Any act can be refused. */
export function answers(event: Events, act: Acts): boolean {
  switch (event.type) {
    case "Did":
      return act.type === "Do" && act.action === event.action;
    case "Laid":
    case "Bounced":
    case "Beaten":
      return act.type === "Lay" && act.card === event.card;
    case "Caught":
    case "Mistaken":
    case "CalledTooLate":
      return act.type === "Cry" && act.card === event.card;
    case "Passed":
      return act.type === "Pass";
    case "Refused":
      return true;
    default:
      return false;
  }
}

/** Returns the claims that stay open after a verdict, which closes the oldest claim that it answers. */
export function without(claims: readonly Claim[], event: Events): readonly Claim[] {
  const place = claims.findIndex(({ act }) => answers(event, act));
  return place < 0 ? claims : claims.toSpliced(place, 1);
}

/** Returns the claims that can still be answered. */
export function stillOpen(claims: readonly Claim[], now: number): readonly Claim[] {
  const recent = claims.filter(({ at }) => now - at < FORGOTTEN);
  return recent.length === claims.length ? claims : recent;
}
