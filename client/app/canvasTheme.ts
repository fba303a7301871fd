import { SIGNS } from "$parts/signs";

/** How a seat is painted: its colour, the name of its pattern in theme/seats.css, and the pattern's size in pixels. */
export interface SeatPaint {
  colour: string;
  pattern: string;
  tile: number;
  stroke: number;
}

const COLOURS = [
  "room",
  "table-lit",
  "text",
  "text-soft",
  "ink",
  "card",
  "on-card-soft",
  "act",
  "pattern-ink",
] as const;

export interface CanvasTheme {
  colour: Record<(typeof COLOURS)[number], string>;
  /** By sign: `seats[0]` is the seat with the sign 1. */
  seats: readonly SeatPaint[];
}

/** Reads colours and patterns of theme/ for a canvas, always from the dark theme: a picture looks the same for everyone. */
export function readCanvasTheme(): CanvasTheme {
  const probe = document.createElement("div");
  probe.dataset.theme = "dark";
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const colourOf = (name: string) => {
    probe.style.color = `var(--${name})`; // a canvas understands computed colours, but not var() and light-dark()
    return style.color;
  };
  const paintOf = (sign: number): SeatPaint => {
    probe.dataset.sign = String(sign);
    return {
      colour: style.backgroundColor,
      pattern: style.getPropertyValue("--pattern").trim(),
      tile: parseFloat(style.getPropertyValue("--pattern-tile")),
      stroke: parseFloat(style.getPropertyValue("--pattern-stroke")),
    };
  };
  const colour = Object.fromEntries(COLOURS.map((name) => [name, colourOf(name)])) as CanvasTheme["colour"];
  const seats = SIGNS.map((_, i) => paintOf(i + 1));
  probe.remove();
  return { colour, seats };
}
