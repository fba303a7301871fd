import clap from "emoji:clapping-hands";
import gasp from "emoji:astonished-face";
import laugh from "emoji:face-with-tears-of-joy";
import groan from "emoji:grimacing-face";
import fist from "emoji:oncoming-fist";
import heart from "emoji:red-heart";

import type { Emote } from "$base/wire";

/** In the order in which they are offered. */
export const EMOTES: Readonly<Record<Emote, string>> = { clap, laugh, gasp, groan, heart, fist };
