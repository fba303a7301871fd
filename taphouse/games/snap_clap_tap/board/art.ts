// Fluent emoji for what is printed on cards, Phosphor for what the house says about them.
import boy from "emoji:boy";
import cat from "emoji:cat-face";
import clap from "emoji:clapping-hands";
import dog from "emoji:dog-face";
import girl from "emoji:girl";
import snap from "emoji:hand-with-index-finger-and-thumb-crossed";
import fist from "emoji:oncoming-fist";
import shrug from "emoji:person-shrugging";
import octagon from "emoji:stop-sign";

import { hand } from "$parts/icons";

import type { Character, Sign } from "./cards";

export { default as ear } from "@phosphor-icons/core/assets/fill/ear-fill.svg?raw";
export { default as lock } from "@phosphor-icons/core/assets/fill/lock-simple-fill.svg?raw";
export { default as megaphone } from "@phosphor-icons/core/assets/fill/megaphone-simple-fill.svg?raw";

/** A red octagon alone would be a colour: a palm is held up in it. */
const palm = `<svg x="7" y="7" width="18" height="18" viewBox="0 0 256 256" fill="var(--shape-outline)">${hand.replace(/<\/?svg[^>]*>/g, "")}</svg>`;
const stop = octagon.replace("</svg>", `${palm}</svg>`);

export const CHARACTERS: Record<Character, string> = { dog, girl, boy, cat };
export const SIGNS: Record<Sign, string> = { snap, clap, tap: fist, shrug, stop };
