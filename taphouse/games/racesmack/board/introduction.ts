import { badge, drawing, icon, INK, lines } from "$parts/drawn";
import { hand } from "$parts/icons";

import { FILLS, outline } from "./drawing";
import { flag } from "./icons";

const card = (shape: string, colour: string, x = 0, tilt = 0) =>
  `<g transform="translate(${x} 0) rotate(${tilt})"><rect x="-30" y="-44" width="60" height="88" rx="10" ` +
  `fill="var(--card)" ${INK}/><path d="${outline(shape, 0, 0, 20)}" fill="${FILLS[colour] ?? ""}" ${INK}/></g>`;

const smacked =
  card("star", "red", -6, -5) +
  `<circle cx="30" cy="26" r="27" fill="var(--seat-2)" ${INK}/>` +
  icon(hand, 30, 26, 36) +
  lines("M38 -14l6 -14", "M56 -4l4 -6");
const row = card("triangle", "purple", -28) + card("triangle", "purple", 28);
const finish =
  `<rect x="-30" y="-44" width="60" height="88" rx="10" fill="none" stroke-dasharray="10 10" ${INK}/>` +
  icon(flag, 0, 0, 44);
const wrong = card("circle", "green", -8, -5) + badge("wrong", 30, -32);
const lost = card("square", "blue", -24, -6) + lines("M18 0h36", "M40 -15l15 15l-15 15");

/** What to do, what wins, what to fear: a card is smacked, a row reaches its finish, a wrong smack costs a card. */
export const PICTURES = [
  [drawing(card("square", "blue")), drawing(smacked)],
  [drawing(row), drawing(finish)],
  [drawing(wrong), drawing(lost)],
];
