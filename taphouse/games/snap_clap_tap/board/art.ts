// Fluent emoji for the print of the cards, Phosphor icons for everything around the cards.
import boy from "emoji:boy?url";
import cat from "emoji:cat-face?url";
import clapFile from "emoji:clapping-hands?url";
import clap from "emoji:clapping-hands";
import dog from "emoji:dog-face?url";
import girl from "emoji:girl?url";
import snapFile from "emoji:hand-with-index-finger-and-thumb-crossed?url";
import snap from "emoji:hand-with-index-finger-and-thumb-crossed";
import fistFile from "emoji:oncoming-fist?url";
import fist from "emoji:oncoming-fist";
import shrugFile from "emoji:person-shrugging?url";
import shrug from "emoji:person-shrugging";
import octagonFile from "emoji:stop-sign?url";
import octagon from "emoji:stop-sign";

import { hand } from "$parts/icons";

import type { Character, Sign } from "./cards";

export { hand as palm } from "$parts/icons";
export { default as ear } from "@phosphor-icons/core/assets/fill/ear-fill.svg?raw";
export { default as lock } from "@phosphor-icons/core/assets/fill/lock-simple-fill.svg?raw";
export { default as megaphone } from "@phosphor-icons/core/assets/fill/megaphone-simple-fill.svg?raw";
export { default as star } from "@phosphor-icons/core/assets/fill/star-fill.svg?raw";
export { default as hollowStar } from "@phosphor-icons/core/assets/bold/star-bold.svg?raw";

/** The palm inside the red octagon. Without it the stop sign would differ by its colour alone. */
const palm = `<svg x="7" y="7" width="18" height="18" viewBox="0 0 256 256" fill="var(--shape-outline)">${hand.replace(/<\/?svg[^>]*>/g, "")}</svg>`;
const stop = octagon.replace("</svg>", `${palm}</svg>`);

/** The signs as inline drawings. */
export const SIGNS: Record<Sign, string> = { snap, clap, tap: fist, shrug, stop };

/** The drawings as files, for parts that change ten times a second. A palm is laid over the octagon. */
export const FILES: Record<Character | Sign, string> = {
  dog,
  girl,
  boy,
  cat,
  snap: snapFile,
  clap: clapFile,
  tap: fistFile,
  shrug: shrugFile,
  stop: octagonFile,
};
