import { untrack } from "svelte";

/** Pieces that changed places glide there from where they lay. */
class Flights {
  #places = new Map<HTMLElement, DOMRect>();
  #names = new Map<string, DOMRect>();

  /** Remembers where every piece lies. Call it before the change. */
  mark(board: HTMLElement): void {
    this.#clear();
    for (const piece of pieces(board)) {
      const place = piece.getBoundingClientRect();
      if (!place.width) continue;
      this.#places.set(piece, place);
      this.#names.set(nameOf(piece), place);
    }
  }

  /** Call it after the change. What is new flies from where a piece of its name lay. */
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

/** Has the pieces glide whenever `places` changes, if they may. Call it while a board is made. */
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
