import { createContext } from "svelte";

import type { BoardScene } from "$board";

import type { Events, View } from "./wire";

export const [sceneOf, offerScene] = createContext<BoardScene<View, Events, unknown>>();
