/** The ink outline of a drawn piece, as attributes of an SVG element. */
export const INK = 'stroke="var(--ink)" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"';

/** A drawing of 120 by 120 around its middle. */
export const drawing = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -60 120 120">${inside}</svg>`;

/** Lines without a fill, each a path. */
export const lines = (...paths: readonly string[]) =>
  paths.map((path) => `<path d="${path}" fill="none" ${INK}/>`).join("");

/** An icon inside a drawing, around a point. */
export const icon = (svg: string, x: number, y: number, size: number) =>
  svg.replace(
    "<svg",
    `<svg x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" color="var(--ink)"`,
  );

const SIGNS = {
  right: ["var(--good)", "M-9 0l6 7l12 -14"],
  wrong: ["var(--slam)", "M-8 -8l16 16M8 -8l-16 16"],
};

/** A tick or a cross at the edge of a drawn piece. */
export function badge(what: keyof typeof SIGNS, x: number, y: number): string {
  const [fill = "", sign = ""] = SIGNS[what];
  return `<g transform="translate(${x} ${y})"><circle r="20" fill="${fill}" ${INK}/>${lines(sign)}</g>`;
}
