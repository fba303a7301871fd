/** Any event by which a finger, a mouse, a key or a screen reader presses. */
export type Press = PointerEvent | MouseEvent | KeyboardEvent;

export interface Pressable {
  /** What fingers are meant for: those of whoever plays with larger targets may fall beside it. */
  "data-target": "";
  onpointerdown: (event: PointerEvent) => void;
  onmousedown: (event: MouseEvent) => void;
  onkeydown: (event: KeyboardEvent) => void;
  onclick: (event: MouseEvent) => void;
}

/** Lets a button act when it is pressed, not when it is let go. */
export function onPress(act: (event: Press) => void, keys: readonly string[] = ["Enter", " "]): Pressable {
  return {
    "data-target": "",
    onpointerdown: (event) => {
      if (event.pointerType === "mouse") return; // tells nothing of a second button
      event.preventDefault(); // else the browser plays a mouse as well
      act(event);
    },
    onmousedown: act,
    onkeydown: (event) => {
      if (!keys.includes(event.key) || event.defaultPrevented) return;
      event.preventDefault(); // else a click follows
      if (!event.repeat) act(event);
    },
    onclick: (event) => {
      if (event.detail === 0) act(event); // a screen reader's press has no pointer
    },
  };
}

/** The same where only a mouse's main button means anything, and keys go on meaning the table after a click. */
export function onMainPress(act: (event: Press) => void): Pressable {
  return onPress((event) => {
    if (event instanceof MouseEvent && event.button !== 0) return;
    if (event.type === "mousedown") event.preventDefault(); // else the button takes the focus, and Space with it
    act(event);
  });
}
