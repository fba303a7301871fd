import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8").replaceAll(/\/\*.*?\*\//gs, "");

/** The names and values of the CSS block that follows `selector`, the first after `start`. */
const block = (selector: string, start = "") => {
  const from = css.indexOf(`${selector} {`, css.indexOf(start));
  expect(from, selector).toBeGreaterThan(-1);
  const body = css.slice(css.indexOf("{", from) + 1, css.indexOf("}", from));
  return new Map(
    Array.from(body.matchAll(/([\w-]+):\s*([^;]+);/g), ([, name = "", value = ""]) => [name, value]),
  );
};

test("calm motion is the same whether the player or the device asks for it", () => {
  const calm = block(':root[data-motion="calm"]');
  expect(calm.size).toBeGreaterThan(0);
  expect(calm).toEqual(block(":root", "(prefers-reduced-motion: reduce)"));
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
    const tokens = block('[data-theme="dark"]');
    const colour = (name: string) => {
      const value = tokens.get(`--${name}`) ?? "";
      const [, light = value, dark = value] = /^light-dark\((\S+), (\S+)\)$/.exec(value) ?? [];
      const chosen = theme === "light" ? light : dark;
      expect(chosen, name).toMatch(/^#[0-9a-f]{6}$/);
      return chosen;
    };
    for (const surface of [...SURFACES, ...SEATS, "ink", "text"]) {
      const seen = [colour("focus"), colour("focus-edge")].map((ring) => contrast(ring, colour(surface)));
      expect(Math.max(...seen), surface).toBeGreaterThanOrEqual(3);
    }
  },
);
