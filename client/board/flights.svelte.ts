import { untrack } from "svelte";

/** Moves pieces that changed places from their old place to the new one. */
class Flights {
  #places = new Map<HTMLElement, DOMRect>();
  #names = new Map<string, DOMRect>();

  /** Remembers the place of every piece. Call it before the change. */
  mark(board: HTMLElement): void {
    this.#clear();
    for (const piece of pieces(board)) {
      const place = piece.getBoundingClientRect();
      if (!place.width) continue;
      this.#places.set(piece, place);
      this.#names.set(nameOf(piece), place);
    }
  }

  /** Moves the pieces. Call it after the change. A new piece starts at the old place of a piece with its name. */
  fly(board: HTMLElement): void {
    const style = getComputedStyle(board);
    const duration = parseFloat(style.getPropertyValue("--t-deal"));
    if (!duration) return;
    for (const piece of pieces(board)) {
      const from = this.#places.get(piece) ?? this.#names.get(nameOf(piece));
      const to = piece.getBoundingClientRect();
      if (!from || !to.width || (from.x === to.x && from.y === to.y)) continue;
      const zoom = to.width / piece.offsetWidth; // the big screen is scaled as a whole
      const x = (from.x + from.width / 2 - to.x - to.width / 2) / zoom;
      const y = (from.y + from.height / 2 - to.y - to.height / 2) / zoom;
      const start = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
      piece.animate(
        { transform: [start, "none"], zIndex: [3, 3] },
        { duration, easing: style.getPropertyValue("--ease-out") },
      );
    }
    this.#clear();
  }

  #clear(): void {
    this.#places.clear();
    this.#names.clear();
  }
}

/** Moves the pieces whenever `places` changes, if `may` allows it. Call it while a board is created. */
export function followFlights(
  board: () => HTMLElement | undefined,
  places: () => string,
  may: () => boolean = () => true,
): void {
  const flights = new Flights();
  const now = $derived(places());
  $effect.pre(() => {
    const on = untrack(board);
    if (now && on) flights.mark(on);
  });
  $effect(() => {
    const on = untrack(board);
    if (now && on && untrack(may)) flights.fly(on);
  });
}

const pieces = (board: HTMLElement) => [...board.querySelectorAll<HTMLElement>("[data-piece]")];
const nameOf = (piece: HTMLElement) => piece.dataset.piece ?? "";
