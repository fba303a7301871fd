import outlines from "../shapes.json";

const OUTLINES = new Map(outlines.map(({ name, outline }) => [name, outline]));

/** Returns an SVG path around the origin. No point of it is farther away than 55. */
export function outlineOf(shape: string): string {
  return OUTLINES.get(shape) ?? "";
}

const TILE = "M-48-62H48A14 14 0 0 1 62-48V48A14 14 0 0 1 48 62H-48A14 14 0 0 1-62 48V-48A14 14 0 0 1-48-62Z";

/** Returns a tile with the shape, turned by `turn` degrees, cut out of it. Fill it by the even-odd rule. */
export function frameOf(shape: string, turn: number): string {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const hole = outlineOf(shape).replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, a: string, b: string) => {
    const [x, y] = [Number(a), Number(b)];
    return `${(x * cos - y * sin).toFixed(1)} ${(x * sin + y * cos).toFixed(1)}`;
  });
  return TILE + hole;
}

/** "fish-3" is the third cousin of the fish family. */
export function familyOf(shape: string): { family: string; cousin: number } {
  const [family = shape, cousin] = shape.split("-");
  return { family, cousin: Number(cousin) };
}

/** Returns a number from 0 up to 1 that is always the same for the same word. */
export function hashFraction(word: string): number {
  let hash = 2166136261;
  for (const letter of word) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
