import type { BoardScene } from "$board";

import type { Events, View } from "./wire";

/** What happened, in a sentence. */
export function inWords(event: Events, scene: BoardScene<View, Events, unknown>): string {
  const { words } = scene.given;
  switch (event.type) {
    case "Turned":
    case "HouseTurned":
      return words("news.turned", { name: scene.nameInside(event.seat), card: cardName(event.card, words) });
    case "Slapped":
      return words("news.slapped", { name: scene.nameInside(event.seat), n: event.cards });
    case "Missed":
      return words("news.missed", { name: scene.nameInside(event.seat) });
  }
  return "";
}

/** "J" and "♠" of the jack of spades. */
export const faceOf = (card: string): readonly [rank: string, suit: string] => [
  card.startsWith("T") ? "10" : card.charAt(0),
  { S: "♠", H: "♥", D: "♦", C: "♣" }[card.charAt(1)] ?? "",
];

export const isRed = (card: string) => /[HD]$/.test(card);

export function cardName(card: string, words: (key: string) => string): string {
  return `${words(`rank.${card.charAt(0)}`)} ${words(`suit.${card.charAt(1)}`)}`;
}
