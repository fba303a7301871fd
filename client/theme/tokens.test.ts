import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

/** Names and values of a block, in order. */
const block = (selector: string) => {
  const from = css.indexOf(selector);
  expect(from).toBeGreaterThan(-1);
  return css.slice(from + selector.length, css.indexOf("}", from)).match(/[\w-]+:[^;]+/g);
};

test("noon is the same whether the player or the device asks for it", () => {
  expect(block(':root[data-theme="light"] {')).toEqual(block(":root:not([data-theme]) {"));
});

test("calm is the same whether the player or the device asks for it", () => {
  const device = css.slice(css.indexOf("(prefers-reduced-motion: reduce)"));
  const asked = device.slice(device.indexOf(":root {") + 7, device.indexOf("}")).match(/[\w-]+:[^;]+/g);
  expect(block(':root[data-motion="calm"] {')).toEqual(asked);
});
