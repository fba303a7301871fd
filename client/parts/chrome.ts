import { getContext, setContext } from "svelte";

/** What the page around a board offers to the parts inside it. */
export interface Chrome {
  openMenu?: () => void;
  openRules?: () => void;
  /** A warning about this screen; the bar shows it instead of its title. */
  warning?: () => string | null;
  /** Shows a closed lesson again; the bar shows a button for it. */
  repeatStep?: () => (() => void) | null;
}

const KEY = Symbol("chrome");

export const provideChrome = (chrome: Chrome) => setContext(KEY, chrome);
/** Undefined where a part is drawn outside a table. */
export const chromeOf = () => getContext<Chrome | undefined>(KEY);
