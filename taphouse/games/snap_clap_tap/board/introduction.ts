import { drawing, icon, INK, lines } from "$parts/drawn";

import { megaphone, SIGNS, star } from "./art";

const place = (x: number, style: string) =>
  `<rect x="${x - 24}" y="-36" width="48" height="72" rx="9" ${style} ${INK}/>`;
const empty = (x: number) => place(x, 'fill="none" stroke-dasharray="9 10"');

const out = empty(-29) + empty(29);
const won = `<circle r="44" fill="var(--act)" ${INK}/>` + icon(star, 0, -2, 56);
const cards =
  lines("M-54 0h26", "M-42 -14l15 14l-15 14") +
  place(2, 'fill="var(--card)"') +
  place(22, 'fill="var(--card)"') +
  icon(SIGNS.clap, 22, 0, 34);

/** What to do, what wins, what to fear: the three moves, empty piles, and a goof that brings cards. */
export const PICTURES = [
  [SIGNS.snap, SIGNS.clap, SIGNS.tap],
  [drawing(out), drawing(won)],
  [drawing(icon(megaphone, 0, 0, 96)), drawing(cards)],
];
