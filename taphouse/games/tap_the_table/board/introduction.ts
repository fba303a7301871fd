import fist from "@phosphor-icons/core/assets/fill/hand-fist-fill.svg?raw";

import { badge, drawing, INK } from "$parts/drawn";

const criterion = (kind: string, place: string) =>
  `<g transform="${place}"><rect x="-26" y="-38" width="52" height="76" rx="9" fill="var(--card)" ${INK}/>` +
  `<path d="M-26 -29a9 9 0 0 1 9 -9h34a9 9 0 0 1 9 9v13h-52z" fill="var(--crit-${kind})" ${INK}/>` +
  `<path d="M-13 4h26M-13 19h16" fill="none" ${INK}/></g>`;

const bubble = (inside: string) =>
  `<path d="M-52 -34a14 14 0 0 1 14 -14h76a14 14 0 0 1 14 14v40a14 14 0 0 1 -14 14h-40l-22 26v-26h-14a14 14 0 0 1 ` +
  `-14 -14z" fill="var(--card)" ${INK}/>${inside}`;

/** A balloon: a thing that fits several cards. */
const balloon =
  `<path d="M0 6q-7 6 0 10" fill="none" ${INK}/>` +
  `<ellipse cy="-17" rx="19" ry="23" fill="var(--crit-place)" ${INK}/>`;
const doubt = `<text y="6" text-anchor="middle" font-family="var(--font-display)" font-size="56" font-weight="900" fill="var(--slam)">?</text>`;

const token = (y: number) =>
  `<g transform="translate(0 ${y})"><path d="M-36 0v12a36 14 0 0 0 72 0v-12z" fill="var(--crit-trait)" ${INK}/>` +
  `<ellipse rx="36" ry="14" fill="var(--crit-trait)" ${INK}/></g>`;

const cards =
  criterion("look", "translate(-27 4) rotate(-12)") +
  criterion("place", "translate(27 4) rotate(12)") +
  criterion("size", "translate(0 -2)");
const few = token(30) + badge("right", 36, -30);
const many = [34, 17, 0, -17].map(token).join("") + badge("wrong", 36, -30);

/** What to do, what wins, what to fear: a thing that fits the cards, few tokens, fists on a doubtful word. */
export const PICTURES = [
  [drawing(cards), drawing(bubble(balloon))],
  [drawing(few), drawing(many)],
  [drawing(bubble(doubt)), fist, fist],
];
