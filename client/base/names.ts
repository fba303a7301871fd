import { LONGEST_NAME } from "./wire";

const PICTURE = "[\\p{So}\\u{1F000}-\\u{1FAFF}]";
const MARKS = "[\\u{1F3FB}-\\u{1F3FF}\\p{M}]{0,4}";
const CHARACTER = new RegExp(
  `\\p{RI}{2}|${PICTURE}${MARKS}(?:\\u200D${PICTURE}${MARKS}){0,4}|[^\\p{M}\\u200D]\\p{M}{0,4}`,
  "gu",
);
const INVISIBLE = /(?!\u200D|\uFE0F)[\p{Cf}\p{DI}\u2800\u{1D159}]/gu;
const BLANK = new RegExp(`(?:(?!${PICTURE})[\\p{Cc}\\p{Cs}\\p{Co}\\p{Cn}\\p{Z}])+`, "gu");

/** The characters of a name as people and the server count them: an emoji or a letter with its accents is one. */
export function characters(name: string): readonly string[] {
  const visible = name.normalize("NFKC").replace(INVISIBLE, "").replace(BLANK, " ").trim();
  return visible.match(CHARACTER) ?? [];
}

export const isTooLong = (name: string): boolean => characters(name).length > LONGEST_NAME;

/** Shortens a stored name as earlier versions of the server did, so that players keep the name that others know. */
export const shortened = (name: string): string =>
  isTooLong(name) ? characters(name).slice(0, LONGEST_NAME).join("").trim() : name;

/** The pub names of a language, from the text that lists them. */
export const guestNames = (list: string): readonly string[] => list.split(",").map((name) => name.trim());

/** A name for a player who has not chosen one; a free one if there is any. */
export function suggestName(
  names: readonly string[],
  taken: readonly string[] = [],
  dice: () => number = Math.random,
): string {
  const free = names.filter((name) => !taken.includes(name));
  const left = free.length > 0 ? free : names;
  return left[Math.floor(dice() * left.length)] ?? "";
}

/** Replaces a pub name that is taken at this table; keeps a name that the player wrote. */
export function nameAmong(taken: readonly string[], name: string, names: readonly string[]): string {
  return names.includes(name) && taken.includes(name) ? suggestName(names, taken) : name;
}
