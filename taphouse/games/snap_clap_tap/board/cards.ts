import { type Words } from "$board";

import type { Action } from "../wire";

export const ACTIONS: readonly Action[] = ["snap", "clap", "tap"];

export type Colour = "red" | "orange" | "blue" | "green" | "striped";
export type Character = "dog" | "girl" | "boy" | "cat";
export type Sign = Action | "shrug" | "stop";

/** Rule 1: a border, a character, and the character's gesture. */
export interface Face {
  colour: Colour;
  character: Character;
  sign: Sign;
}

/** "blue-dog-clap" is a dog that claps, with a blue border. */
export function faceOf(card: string): Face {
  const [colour, character, sign] = card.split("-");
  return { colour, character, sign } as Face;
}

/** Rules 5 and 6: whether one card may be laid on another. */
export function fits(card: string, on: string): boolean {
  const [mine, theirs] = [faceOf(card), faceOf(on)];
  const isStriped = mine.colour === "striped" || theirs.colour === "striped";
  return isStriped || mine.colour === theirs.colour || mine.character === theirs.character;
}

/** "dog, blue border, clap" */
export function cardName(card: string, words: Words): string {
  const { colour, character, sign } = faceOf(card);
  return words("card", {
    character: words(`character.${character}`),
    colour: words(`colour.${colour}`),
    sign: words(`sign.${sign}`),
  });
}
