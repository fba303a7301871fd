import type { Locale } from "./phrase";

/** Names a pub might have. French agrees in gender, so there each name is whole. */
const NAMES: Record<Locale, readonly (readonly string[])[]> = {
  en: [
    ["Swift", "Merry", "Sly", "Bold", "Lucky", "Gentle", "Brisk", "Jolly"],
    ["Otter", "Badger", "Heron", "Fox", "Hare", "Magpie", "Newt", "Puffin", "Stoat", "Wren"],
  ],
  fr: [
    ["Loutre vive", "Renard rusé", "Pie bavarde", "Lièvre agile", "Cane hardie", "Merle moqueur"].concat([
      "Belette preste",
      "Hibou joyeux",
      "Carpe dorée",
      "Ours leste",
      "Biche espiègle",
      "Héron habile",
    ]),
  ],
};

/** A name for someone who has not chosen one, and that nobody else has. */
export function pubName(
  locale: Locale,
  taken: readonly string[] = [],
  dice: () => number = Math.random,
): string {
  const every = all(locale);
  const free = every.filter((name) => !taken.includes(name));
  const names = free.length > 0 ? free : every;
  return names[Math.floor(dice() * names.length)] ?? "";
}

/** Whoever has a name of ours gets another where it is taken; a name of one's own is kept. */
export function nameAmong(taken: readonly string[], name: string, locale: Locale): string {
  const isOurs = all("en").includes(name) || all("fr").includes(name);
  return isOurs && taken.includes(name) ? pubName(locale, taken) : name;
}

function all(locale: Locale): readonly string[] {
  return NAMES[locale].reduce((begun, words) =>
    begun.flatMap((one) => words.map((word) => `${one} ${word}`)),
  );
}
