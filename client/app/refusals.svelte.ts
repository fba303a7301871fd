import type { Words } from "$base/words.svelte";

const SHOWN_FOR = 1500; // ms: time to read a few words

export interface Refusal {
  text: string;
  x: number;
  y: number;
}

/** Why the player's last act did not count, and where on the screen it was. */
export class Refusals {
  shown = $state.raw<Refusal | null>(null);
  #at: { x: number; y: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Notes the place of a press of a finger or key. A release clears the place, so no refusal is shown for it. */
  notePress(event: Event): void {
    this.#at = /up$|cancel$/.test(event.type) ? null : placeOf(event);
  }

  /** Shows the player's refusal, in every game a `Refused` or `TooEarly` event. A newer verdict hides the text. */
  handleNews(news: readonly unknown[], seat: number | null, words: Words): void {
    for (const event of news as readonly { type: string; seat?: number; why?: string }[]) {
      if (event.seat !== undefined && event.seat !== seat) continue; // another seat's verdict
      if (event.type === "Refused") this.show(words(`refused.${event.why}`));
      else if (event.type === "TooEarly") this.show(words("too-early"));
      else this.shown = null;
    }
  }

  show(text: string): void {
    if (!this.#at) return;
    this.shown = { text, ...this.#at };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.shown = null), SHOWN_FOR);
  }
}

/** The place of the finger; for a key or a screen reader, the middle of the focused element. */
function placeOf(event: Event): { x: number; y: number } {
  if (event instanceof MouseEvent && (event.clientX || event.clientY))
    return { x: event.clientX, y: event.clientY };
  const { left, top, width, height } = (document.activeElement ?? document.body).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
