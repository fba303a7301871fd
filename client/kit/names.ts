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

/** A name for someone who has not chosen one. */
export function pubName(locale: Locale, dice: () => number = Math.random): string {
  return NAMES[locale].map((words) => words[Math.floor(dice() * words.length)]).join(" ");
}
