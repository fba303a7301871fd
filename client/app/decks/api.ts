import type { AnyDeck } from "$board/decks";
import { LONGEST_DECK, type DeckRead, type DeckWritten, type HouseDeck, type Tried } from "$base/wire";
import { ask, post, Refusal } from "$table/api";

/** The game that the first line of a text names: mistakes in its cards are said in its words. */
export const gameNamed = (text: string): string =>
  /^taphouse deck \d+: *([a-z0-9-]+)/u.exec(text.trimStart())?.[1] ?? "";

/** The deck of a text, or why it is none. */
export async function readDeck(text: string): Promise<DeckRead> {
  const most = LONGEST_DECK / 1024;
  if (new Blob([text]).size > LONGEST_DECK)
    return { game: null, deck: null, problems: [{ line: 1, why: "too-long", values: { most }, card: null }] };
  return post<DeckRead>("api/decks/read", { text });
}

export const writeDeck = (game: string, deck: AnyDeck) =>
  post<DeckWritten>("api/decks/write", { game, deck });
/** With no games, only what can be told at once. */
export const tryDeck = (game: string, deck: AnyDeck, games: number) =>
  post<Tried>("api/decks/try", { game, deck, games });
/** The decks that the house has for everybody. */
export const houseDecks = () => ask<readonly HouseDeck[]>("api/decks");

/** The text of the deck of a table, or of the one that a player offers. */
export async function deckOfTable(code: string, player?: number): Promise<string> {
  const answer = await fetch(`api/tables/${code}/deck${player === undefined ? "" : `?player=${player}`}`);
  if (!answer.ok) throw new Refusal("no-decks");
  return answer.text();
}

/** A QR code: black squares as one path in a square of this size. */
export interface QrDrawing {
  size: number;
  path: string;
}

/** The QR code of a deck's link; `null` if the link is too long for one. */
export async function qrOf(text: string): Promise<QrDrawing | null> {
  const answer = await fetch("api/decks/qr.svg", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  }).catch(() => null);
  if (!answer) throw new Refusal(null);
  if (answer.status === 413) return null;
  if (!answer.ok) throw new Refusal("bad-deck");
  const svg = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  const path = svg.querySelector("path:last-of-type")?.getAttribute("d") ?? "";
  return { size: Number(svg.getAttribute("viewBox")?.split(" ")[2]), path };
}
