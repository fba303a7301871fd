/** Pieces that changed places glide there from where they lay. */
export class Flights {
  #before = new Map<string, DOMRect>();

  /** Remembers where every piece lies. Call it before the change. */
  mark(board: HTMLElement): void {
    this.#before = new Map(pieces(board).map((piece) => [nameOf(piece), piece.getBoundingClientRect()]));
  }

  /** Call it after the change. */
  fly(board: HTMLElement): void {
    const style = getComputedStyle(board);
    const duration = parseFloat(style.getPropertyValue("--t-deal"));
    if (!duration) return;
    for (const piece of pieces(board)) {
      const from = this.#before.get(nameOf(piece));
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
    this.#before.clear();
  }
}

const pieces = (board: HTMLElement) => [...board.querySelectorAll<HTMLElement>("[data-piece]")];
const nameOf = (piece: HTMLElement) => piece.dataset.piece ?? "";
