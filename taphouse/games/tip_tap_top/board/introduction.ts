import { badge, drawing, INK, lines } from "$parts/drawn";

const card = (x: number, tilt: number, number: number) =>
  `<g transform="translate(${x} 0) rotate(${tilt})"><rect x="-25" y="-38" width="50" height="76" rx="9" ` +
  `fill="var(--card)" ${INK}/><text y="14" text-anchor="middle" font-family="var(--font-display)" ` +
  `font-size="40" font-weight="900" fill="var(--ink)">${number}</text></g>`;

const paddle = (seat: number, place: string) =>
  `<g transform="${place}" ${INK}><rect x="-6" y="10" width="12" height="34" rx="5" fill="var(--card-shade)"/>` +
  `<rect x="-22" y="-24" width="44" height="42" rx="17" fill="var(--seat-${seat})"/></g>`;

const plate =
  `<ellipse cy="30" rx="54" ry="24" fill="var(--card-shade)" ${INK}/>` +
  `<ellipse cy="27" rx="36" ry="14" fill="var(--seat-1)" ${INK}/>`;

const pair = card(-24, -9, 7) + card(24, 9, 7);
const slap =
  plate +
  paddle(2, "translate(4 2) rotate(14)") +
  lines("M-46 -18l-10 -10", "M-26 -34l-5 -14", "M46 -14l12 -8");
const laid = card(-17, -9, 9) + card(13, 7, 9) + badge("right", 34, 34);
const late =
  plate +
  paddle(2, "translate(-22 22) rotate(-62) scale(0.72)") +
  paddle(4, "translate(22 22) rotate(62) scale(0.72)") +
  paddle(3, "translate(0 -28) scale(0.8)") +
  lines("M-30 -44v22", "M30 -44v22");
const lost = card(-26, -6, 4) + lines("M12 0h40", "M38 -15l15 15l-15 15");

/** What to do, what wins, what to fear: a pair is slapped, a pair is laid, the last paddle costs a card. */
export const PICTURES = [
  [drawing(pair), drawing(slap)],
  [drawing(laid), drawing(laid)],
  [drawing(late), drawing(lost)],
];
