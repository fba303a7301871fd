import { type Kind, kindOf } from "./wants";

/** The CSS colour for each colour of the rules. */
export const FILLS: Record<string, string | undefined> = {
  red: "var(--shape-wine)",
  green: "var(--shape-mint)",
  blue: "var(--shape-blue)",
  purple: "var(--shape-lilac)",
};

/** Returns an SVG path around `x`, `y` with a radius of about `r`. */
export function outline(shape: string, x: number, y: number, r: number): string {
  switch (shape) {
    case "square":
      return polygon([-0.88, -0.88, 0.88, -0.88, 0.88, 0.88, -0.88, 0.88], x, y, r);
    case "triangle":
      return polygon([0, -1.05, 1.08, 0.85, -1.08, 0.85], x, y, r);
    case "star":
      return polygon(STAR, x, y, r);
    case "circle":
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    default:
      return drop(x, y, r);
  }
}

/** Returns the vertical position of the colour's mark in a shape. */
export function heart(shape: string, y: number, r: number): number {
  return shape === "triangle" || shape === "drop" ? y + 0.2 * r : y;
}

/** Draws a colour without a shape as a drop of paint, and a shape without a colour as an outline. */
export function pictured(thing: string): { kind: Kind; shape: string; colour: string | null } {
  const kind = kindOf(thing);
  return kind === "colour" ? { kind, shape: "drop", colour: thing } : { kind, shape: thing, colour: null };
}

/** The positions and sizes of up to four icons on a card of 100 by 130. */
export const PRINTED: readonly (readonly { x: number; y: number; r: number }[])[] = [
  [],
  [{ x: 50, y: 65, r: 29 }],
  [
    { x: 50, y: 36, r: 22 },
    { x: 50, y: 94, r: 22 },
  ],
  [
    { x: 50, y: 34, r: 20 },
    { x: 27, y: 92, r: 20 },
    { x: 73, y: 92, r: 20 },
  ],
  [
    { x: 28, y: 37, r: 18.5 },
    { x: 72, y: 37, r: 18.5 },
    { x: 28, y: 92, r: 18.5 },
    { x: 72, y: 92, r: 18.5 },
  ],
];

const STAR = Array.from({ length: 10 }, (_, point) => {
  const [angle, reach] = [(Math.PI * point) / 5, point % 2 ? 0.55 : 1.16];
  return [reach * Math.sin(angle), -reach * Math.cos(angle)];
}).flat();

function polygon(corners: readonly number[], x: number, y: number, r: number): string {
  const points = corners.map((corner, i) => ((i % 2 ? y : x) + corner * r).toFixed(2));
  return `M${points.join(" ")}Z`;
}

function drop(x: number, y: number, r: number): string {
  const bottom = 0.8 * r;
  return (
    `M${x} ${y - 1.15 * r}C${x + 0.3 * r} ${y - 0.6 * r} ${x + bottom} ${y - 0.25 * r} ${x + bottom} ${y + 0.2 * r}` +
    `A${bottom} ${bottom} 0 0 1 ${x - bottom} ${y + 0.2 * r}` +
    `C${x - bottom} ${y - 0.25 * r} ${x - 0.3 * r} ${y - 0.6 * r} ${x} ${y - 1.15 * r}Z`
  );
}
