import { getContext, setContext } from "svelte";

/** What the shell around a board offers to the parts inside it. */
export interface Chrome {
  openMenu?: () => void;
  openRules?: () => void;
  /** What the player must know about this screen right now; stands in the bar instead of its title. */
  warning?: () => string | null;
  /** A lesson was put away: shows it again. Stands there, too. */
  hearAgain?: () => (() => void) | null;
}

const KEY = Symbol("shell");

export const provideChrome = (shell: Chrome) => setContext(KEY, shell);
/** Undefined where a part is drawn outside a table. */
export const chromeOf = () => getContext<Chrome | undefined>(KEY);
