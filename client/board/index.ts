/**
 * All that a game's board may import from the client, beside the components of `$parts`.
 * The CSS variables and data attributes of the contract are listed in ./README.md.
 */

// A board: its props and exports, the ground it stands on, and the news it receives.
export { type BoardModule, type BoardProps, type Finish, type Hint } from "./types";
export { default as Ground } from "./Ground.svelte"; // chooses the hand's or the big screen and sizes the letters
export { BoardScene } from "./scene.svelte"; // the view, and the players' names and signs; a game's own `Scene` extends it
export { followNews } from "./news.svelte"; // runs once for each update's news, and has a screen reader say them
export { followMoments } from "./banners.svelte"; // shows moments that the whole room should notice, one after the other
export { type Moment, rankFor } from "./moments";
export { followFlights } from "./flights.svelte"; // moves pieces to their new places

// Fingers, keys and the microphone.
export { type Press, onMainPress, onPress } from "./press"; // a button that acts when it is pressed
export { isElsewhere, isInField, isTaken, keyName } from "../base/keys"; // which key it is, and whether it is free
export { canListen, Microphone, Onset, type Sensitivity } from "./microphone"; // sudden sounds as fingers

// What a finger feels and hears.
export { type Feel, feel } from "../base/feel"; // sound and vibration of a press
export { type Sound, play } from "../base/sound"; // one sound
export { speak } from "../base/speech"; // what the big screen says aloud, if its announcer is on; it must also be written
export { buzz } from "../base/haptics"; // one vibration
export { calm } from "../base/settings.svelte"; // whether things appear in place instead of moving

// Words.
export { listed, together } from "../base/sentences"; // lists as the language writes them
export { type Locale, type Phrases, phrase } from "../base/phrase"; // one phrase with its holes filled
export { type Words, t } from "../base/words.svelte"; // the app's own phrases

// Photo finishes.
export { deciding, gapOf, isClose, ms } from "./finish"; // the two lanes that decide, and the time between them
export { describeFinish } from "./finishWords"; // a photo finish in words
export { default as FinishBars } from "./FinishBars.svelte"; // the lanes as bars
export { default as FinishButton } from "./FinishButton.svelte"; // opens a photo finish
export { default as LastRaces } from "./LastRaces.svelte"; // buttons for the last photo finishes

// Own decks: what a board exports as `deck`.
export type { DeckCardFormProps, DeckCardProps, DeckFormProps, DeckKit } from "./decks";
