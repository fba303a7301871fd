import { expect, test } from "vitest";

import { oldCss, tooNew } from "./oldCss";

const css = (text: string) => oldCss(text).css;
const sizes = (text: string) => oldCss(text).sizes;

test("children of a flex box get margins instead of a gap", () => {
  expect(css(".a{display:flex;gap:8px}")).toBe(".a>*+*{margin-left:8px}.a{display:flex}");
  expect(css(".a{display:flex;flex-direction:column;gap:8px}")).toContain(".a>*+*{margin-top:8px}");
});

test("a flex box that turns on the big screen turns its margins", () => {
  const turned = css('.a{display:flex;gap:8px}[data-screen="tv"] .a{flex-direction:column}');

  expect(turned).toContain("[data-screen=tv] .a>*+*{margin-top:8px;margin-left:0}");
});

test("a grid keeps its gap by its first name", () => {
  expect(css(".a{display:grid;gap:8px 4px}")).toBe(".a{grid-gap:8px 4px;display:grid}");
});

test("a length with min() is left to the script, by a custom property", () => {
  const text = ".a{width:min(100%, 40cqw + 2px)}";

  expect(css(text)).toBe(".a{width:var(--m0)}");
  expect(sizes(text).maths).toEqual([
    { selector: ".a", name: "--m0", sum: "min(100%, (40 * var(--cqw)) + 2px)", property: "width" },
  ]);
});

test("a box of a fixed shape gets its height from its width, and the other way round", () => {
  expect(sizes(".a{width:10px;aspect-ratio:2 / 3}").ratios[0]).toMatchObject({
    ratio: "2 / 3",
    side: "height",
  });
  expect(sizes(".a{height:10px;aspect-ratio:1}").ratios[0]).toMatchObject({ ratio: "1", side: "width" });
});

test("the size of the board is known, that of other containers is asked", () => {
  const text = "@container board (min-width:900px){.a{top:0}}@container board (max-width:559px){.b{top:0}}";
  const asked = sizes("@container (max-width:69px){.c{top:0}}");

  expect(css(text)).toBe(".a{top:0}");
  expect(asked.queries).toEqual([{ selector: ".c", name: "data-q0", when: "(max-width:69px)" }]);
});

test("selectors are written out", () => {
  expect(css(".a :is(.b, .c):where(.d){top:0}")).toBe(".a .b.d,.a .c.d{top:0}");
  expect(css(".a:not(.b:where(.c)){top:0}")).toBe(".a:not(.b){top:0}");
  expect(css(".a:has(.b){top:0}")).toBe("");
});

test("moves become one transform, in the order of the standard", () => {
  expect(css(".a{rotate:5deg;translate:1px 2px;transform:skew(1deg)}")).toBe(
    ".a{transform:translate(1px,2px)rotate(5deg)skew(1deg)}",
  );
});

test("sides are named as on a page that is read from the left", () => {
  expect(css(".a{margin-inline:1px 2px;inset-inline-end:3px;padding-block-start:4px}")).toBe(
    ".a{margin-left:1px;margin-right:2px;padding-top:4px;right:3px}",
  );
});

test("what an old browser does not know is found", () => {
  expect(tooNew(".a{gap:1px;width:min(1px,2px)}.b:has(i){rotate:1deg}")).toEqual([
    "gap",
    "rotate",
    ":has",
    "min()",
  ]);
  expect(tooNew(".a{grid-gap:1px;grid-template-columns:minmax(0,1fr);clip-path:inset(50%)}")).toEqual([]);
});
