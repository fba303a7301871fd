import type { Tokens } from "../wire";

const DURATION = 900; // ms
const APART = 140;

/** Rolls tokens from the giver, or from the supply, to the player who must take them. */
export function flyTokens(board: HTMLElement, paid: Tokens, drawing: string): void {
  const from = placeOf(board, paid.giver);
  const to = placeOf(board, paid.to);
  if (!from || !to) return;
  const around = board.getBoundingClientRect();
  const zoom = around.width / board.offsetWidth; // the big screen is scaled as a whole
  for (let n = 0; n < paid.count; n++) {
    const token = document.createElement("span");
    token.className = "flying-token";
    token.innerHTML = drawing;
    token.style.left = `${(from.x + from.width / 2 - around.x) / zoom}px`;
    token.style.top = `${(from.y + from.height / 2 - around.y) / zoom}px`;
    board.append(token);
    const x = (to.x + to.width / 2 - from.x - from.width / 2) / zoom;
    const y = (to.y + to.height / 2 - from.y - from.height / 2) / zoom;
    const flight = token.animate(
      [
        { transform: "translate(-50%, -50%) scale(0.6)", opacity: 0 },
        { transform: "translate(-50%, -50%) scale(1.7)", opacity: 1, offset: 0.25 },
        {
          transform: `translate(calc(${x}px - 50%), calc(${y}px - 50%)) scale(0.7) rotate(720deg)`,
          opacity: 1,
        },
      ],
      { duration: DURATION, delay: n * APART, easing: "cubic-bezier(0.5, 0, 0.3, 1)", fill: "backwards" },
    );
    flight.onfinish = () => token.remove();
    flight.oncancel = () => token.remove();
  }
}

function placeOf(board: HTMLElement, seat: number | null): DOMRect | undefined {
  const place = seat === null ? "[data-supply]" : `[data-seat="${seat}"]`;
  return board.querySelector(place)?.getBoundingClientRect();
}

/** Makes the table jump when a fist falls. */
export function shake(board: HTMLElement, by: number): void {
  for (const thing of board.querySelectorAll("[data-shakes]"))
    thing.animate(
      {
        transform: [
          "none",
          `translateY(${by}px)`,
          `translate(${by / 3}px, ${-by / 2}px)`,
          `translateY(${by / 4}px)`,
          "none",
        ],
      },
      { duration: 180 },
    );
}
