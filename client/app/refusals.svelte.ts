import type { Words } from "$base/words.svelte";

const SAID = 1500; // ms: a word or a few

export interface Refusal {
  text: string;
  x: number;
  y: number;
}

/** Why one's last finger did not count, and where it fell. */
export class Refusals {
  said = $state.raw<Refusal | null>(null);
  #at: { x: number; y: number } | null = null;
  #silence: ReturnType<typeof setTimeout> | undefined;

  /** A finger fell, or a key; one that only came up says nothing of itself. */
  fell(event: Event): void {
    this.#at = /up$|cancel$/.test(event.type) ? null : placeOf(event);
  }

  /** Every game's verdict on an act that did not count has one of two shapes; a newer verdict ends it. */
  hear(news: readonly unknown[], seat: number | null, words: Words): void {
    for (const event of news as readonly { type: string; seat?: number; why?: string }[]) {
      if (event.seat !== undefined && event.seat !== seat) continue; // somebody else's
      if (event.type === "Refused") this.say(words(`refused.${event.why}`));
      else if (event.type === "TooEarly") this.say(words("too-early"));
      else this.said = null;
    }
  }

  say(text: string): void {
    if (!this.#at) return;
    this.said = { text, ...this.#at };
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => (this.said = null), SAID);
  }
}

/** Where the finger is; a key and a screen reader press what has the focus. */
function placeOf(event: Event): { x: number; y: number } {
  if (event instanceof MouseEvent && (event.clientX || event.clientY))
    return { x: event.clientX, y: event.clientY };
  const { left, top, width, height } = (document.activeElement ?? document.body).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
