/** The print on the pressed key, with or without Shift. */
export function keyName(event: KeyboardEvent): string {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  return digit ?? event.key.toLowerCase();
}

/** Whether the key opens the rules. */
export const asksForRules = (event: KeyboardEvent) => event.key === "?" && !isElsewhere(event);

/** Whether the key goes to a field in which the player types or chooses: then it has no other meaning. */
export function isInField({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select") !== null;
}

/** Whether the browser, a dialog or another listener uses this key. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return document.querySelector("dialog[open]") !== null;
}

/** Whether a field, a dialog, the browser or the focused button uses this key. */
export function isElsewhere(event: KeyboardEvent): boolean {
  if (isTaken(event) || isInField(event)) return true;
  const focused = event.target instanceof Element ? event.target.closest("button, a") : null;
  return focused !== null && (event.key === " " || event.key === "Enter");
}
