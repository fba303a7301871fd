/** What is printed on the key that was pressed, whatever the keyboard does with Shift. */
export function keyName(event: KeyboardEvent): string {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  return digit ?? event.key.toLowerCase();
}

/** The key that opens the rules. */
export const asksForRules = (event: KeyboardEvent) => event.key === "?" && !isElsewhere(event);

/** Whether someone else listens to this key: a field, a dialog, the browser, the button that has the focus. */
export function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  const focused = event.target instanceof Element ? event.target.closest("input, button, a") : null;
  if (focused === null) return false;
  return focused instanceof HTMLInputElement || event.key === " " || event.key === "Enter";
}
