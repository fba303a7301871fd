import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

/** The names and values of a CSS block, in order. */
const block = (selector: string) => {
  const from = css.indexOf(selector);
  expect(from).toBeGreaterThan(-1);
  return css.slice(from + selector.length, css.indexOf("}", from)).match(/[\w-]+:[^;]+/g);
};

test("the light theme is the same whether the player or the device asks for it", () => {
  expect(block(':root[data-theme="light"] {')).toEqual(block(":root:not([data-theme]) {"));
});

test("calm motion is the same whether the player or the device asks for it", () => {
  const device = css.slice(css.indexOf("(prefers-reduced-motion: reduce)"));
  const asked = device.slice(device.indexOf(":root {") + 7, device.indexOf("}")).match(/[\w-]+:[^;]+/g);
  expect(block(':root[data-motion="calm"] {')).toEqual(asked);
});

const SURFACES = [
  "room",
  "table",
  "table-lit",
  "table-deep",
  "well",
  "card",
  "card-shade",
  "act",
  "slam",
  "good",
];
const SEATS = [1, 2, 3, 4, 5, 6, 7, 8].map((seat) => `seat-${seat}`);

/** WCAG's relative luminance of `#rrggbb`. */
const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = (colour.slice(1).match(/../g) ?? []).map((pair) => {
    const part = parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test.each(["dark", "light"])(
  "one colour of the focus ring contrasts with every surface in the %s theme",
  (theme) => {
    const blocks = [block(":root {"), theme === "light" ? block(':root[data-theme="light"] {') : []];
    const tokens = new Map(
      blocks.flatMap((lines) => lines ?? []).map((line) => line.split(/: */, 2) as [string, string]),
    );
    const colour = (name: string) => tokens.get(`--${name}`) ?? "";
    for (const surface of [...SURFACES, ...SEATS, "ink", "text"]) {
      const seen = [colour("focus"), colour("focus-edge")].map((ring) => contrast(ring, colour(surface)));
      expect(Math.max(...seen), surface).toBeGreaterThanOrEqual(3);
    }
  },
);
