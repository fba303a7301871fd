/** Any event by which a finger, a mouse, a key or a screen reader presses. */
export type Press = PointerEvent | MouseEvent | KeyboardEvent;

export interface Pressable {
  /** A target for fingers: with large targets, taps beside it count for it. */
  "data-target": "";
  onpointerdown: (event: PointerEvent) => void;
  onmousedown: (event: MouseEvent) => void;
  onkeydown: (event: KeyboardEvent) => void;
  onclick: (event: MouseEvent) => void;
}

/** Makes a button act when it is pressed, not when it is released. */
export function onPress(act: (event: Press) => void, keys: readonly string[] = ["Enter", " "]): Pressable {
  return {
    "data-target": "",
    onpointerdown: (event) => {
      if (event.pointerType === "mouse") return; // a pointer event does not report a second button; mousedown does
      event.preventDefault(); // else the browser sends mouse events as well
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

/** Like `onPress`, for the main mouse button only; the button does not take the focus, so keys still go to the table. */
export function onMainPress(act: (event: Press) => void): Pressable {
  return onPress((event) => {
    if (event instanceof MouseEvent && event.button !== 0) return;
    if (event.type === "mousedown") event.preventDefault(); // else the button takes the focus, and Space presses it
    act(event);
  });
}
