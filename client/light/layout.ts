import type { Sizes } from "../vite/oldCss";
import { calculate, holds } from "./maths";

const ROUNDS = 6; // a length may depend on others: after so many rounds all are known
const CALCULATED = /\b(min|max|clamp)\(|\dcq/;
const MOVES = ["translate", "rotate", "scale"];
/** A unit of the window is one of the stage, which is scaled as a whole. */
const STAGE: Record<string, number> = { vw: 19.2, vh: 10.8, rem: 16 };
const BY_HEIGHT = /height|top|bottom/;

type Styled = HTMLElement | SVGElement;

/** Lengths in style attributes that the browser does not understand. */
const inline = new Map<Styled, Map<string, string>>();
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with each style as `this`
const setProperty = CSSStyleDeclaration.prototype.setProperty;
let sizes: Sizes;
let isDue = false;

/**
 * Computes what old browsers cannot: container units and queries, `min()`, `max()`, `clamp()` and `aspect-ratio`.
 * It runs before the next frame after elements came, went or changed size.
 */
export function followLayout(given: Sizes): void {
  sizes = given;
  readStyleAttributes();
  new MutationObserver(due).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["class"],
  });
  addEventListener("resize", due);
  void document.fonts.ready.then(due);
}

const seen = new WeakSet<Element>();
const watch = new ResizeObserver(due);

function due(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    let round = 0;
    while (compute() && ++round < ROUNDS);
  });
}

const all = (selector: string) => document.querySelectorAll<Styled>(selector);

/** Reads everything, then writes what changed; returns whether anything did. */
function compute(): boolean {
  const writes: (() => void)[] = [];
  const write = (element: Styled, name: string, value: string) => {
    if (element.style.getPropertyValue(name) !== value)
      writes.push(() => setProperty.call(element.style, name, value));
  };
  const places = new Map<Element, DOMRect | { width: number; height: number }>();

  for (const selector of sizes.containers)
    for (const element of all(selector)) {
      if (!seen.has(element)) {
        seen.add(element);
        watch.observe(element);
      }
      const size = contentSize(element);
      places.set(element, size);
      const { width, height } = size;
      write(element, "--cqw", px(width / 100));
      write(element, "--cqh", px(height / 100));
      write(element, "--cqmin", px(Math.min(width, height) / 100));
      write(element, "--cqmax", px(Math.max(width, height) / 100));
    }
  for (const { selector, name, when } of sizes.queries)
    for (const element of all(selector)) {
      let around = element.parentElement;
      while (around && !places.has(around)) around = around.parentElement;
      const place = around ? places.get(around) : undefined;
      const should = place !== undefined && holds(when, place.width, place.height);
      if (should !== element.hasAttribute(name))
        writes.push(() => (should ? element.setAttribute(name, "") : element.removeAttribute(name)));
    }
  for (const { selector, name, sum, property } of sizes.maths)
    for (const element of all(selector)) write(element, name, calculated(element, sum, property));
  for (const { selector, name, ratio, side } of sizes.ratios)
    for (const element of all(selector)) {
      const shape = Number.parseFloat(calculated(element, ratio, side));
      const { offsetWidth, offsetHeight } = element as HTMLElement;
      write(element, name, px(side === "height" ? offsetWidth / shape : offsetHeight * shape));
    }
  for (const { selector, gap, isColumn } of sizes.gaps)
    for (const box of all(selector)) gapsBesideText(box, gap, isColumn, write);
  for (const [element, lengths] of inline) {
    if (!element.isConnected) inline.delete(element);
    else for (const [property, sum] of lengths) write(element, property, calculated(element, sum, property));
  }
  writes.forEach((each) => each());
  return writes.length > 0;
}

/** Text has no margin of its own: its neighbours keep the distance. */
function gapsBesideText(
  box: Styled,
  gap: string,
  isColumn: boolean,
  write: (element: Styled, name: string, value: string) => void,
): void {
  let before: ChildNode | null = null;
  for (const child of box.childNodes) {
    const isText = child instanceof Text && child.data.trim() !== "";
    if (!isText && !(child instanceof Element)) continue;
    if (isText && before instanceof Element)
      write(before as Styled, isColumn ? "margin-bottom" : "margin-right", gap);
    if (!isText && before instanceof Text)
      write(child as Styled, isColumn ? "margin-top" : "margin-left", gap);
    before = child;
  }
}

const px = (value: number) => `${String(Math.round(value * 1000) / 1000)}px`;

function contentSize(element: Element): { width: number; height: number } {
  const style = getComputedStyle(element);
  const inner = (size: number, before: string, after: string) =>
    Math.max(0, size - parseFloat(before) - parseFloat(after));
  return {
    width: inner(element.clientWidth, style.paddingLeft, style.paddingRight),
    height: inner(element.clientHeight, style.paddingTop, style.paddingBottom),
  };
}

const HAS_UNIT = /\d(px|rem|em|cq|vw|vh|%)|var\(--(rem|cq|size|line|wide|token|piece|w|room)/;

function calculated(element: Styled, sum: string, property: string): string {
  const style = getComputedStyle(element);
  const parent = element.parentElement;
  let isLength = HAS_UNIT.test(sum);
  const value = calculate(sum, {
    property: (name) => {
      const text = style.getPropertyValue(name);
      isLength ||= /\dpx/.test(text);
      return text;
    },
    unit: (unit) => {
      if (unit === "em")
        return parseFloat(
          property === "font-size" && parent ? getComputedStyle(parent).fontSize : style.fontSize,
        );
      if (unit === "%")
        return ((BY_HEIGHT.test(property) ? parent?.clientHeight : parent?.clientWidth) ?? 0) / 100;
      return STAGE[unit.replace(/^[sdl](?=v[wh]$)/, "")] ?? NaN;
    },
  });
  if (Number.isNaN(value)) return "";
  return property === "animation" ? `${value}ms` : isLength ? px(value) : String(value);
}

/** Components write modern lengths and moves into style attributes as well. */
function readStyleAttributes(): void {
  const owners = new WeakMap<CSSStyleDeclaration, Styled>();
  for (const kind of [HTMLElement, SVGElement]) {
    const style = Object.getOwnPropertyDescriptor(kind.prototype, "style");
    if (!style?.get) continue;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with each element as `this`
    const read = style.get as () => CSSStyleDeclaration;
    Object.defineProperty(kind.prototype, "style", {
      ...style,
      get(this: Styled) {
        const found = read.call(this);
        owners.set(found, this);
        return found;
      },
    });
  }
  const keep = (style: CSSStyleDeclaration, name: string, value: string): boolean => {
    const element = owners.get(style);
    if (!element) return false;
    const lengths = inline.get(element);
    if (!CALCULATED.test(value)) {
      lengths?.delete(name);
      return false;
    }
    inline.set(element, (lengths ?? new Map<string, string>()).set(name, withVariables(value)));
    due();
    return true;
  };
  CSSStyleDeclaration.prototype.setProperty = function (name, value, priority) {
    if (value && MOVES.includes(name)) setProperty.call(this, "transform", moved(name, value));
    else if (!value || !keep(this, name, value)) setProperty.call(this, name, value, priority ?? "");
    if (name.startsWith("--")) due();
  };
  const text = Object.getOwnPropertyDescriptor(CSSStyleDeclaration.prototype, "cssText");
  Object.defineProperty(CSSStyleDeclaration.prototype, "cssText", {
    ...text,
    set(this: CSSStyleDeclaration, value: string) {
      text?.set?.call(this, "");
      for (const declaration of value.split(";")) {
        const colon = declaration.indexOf(":");
        if (colon > 0)
          this.setProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
      }
    },
  });
}

const withVariables = (value: string) =>
  value.replace(/(-?[\d.]+)(cqw|cqh|cqi|cqb|cqmin|cqmax)/g, (_, many: string, unit: string) => {
    const name = { cqi: "cqw", cqb: "cqh" }[unit] ?? unit;
    return `(${many} * var(--${name}))`;
  });

const moved = (name: string, value: string) => `${name}(${value.split(/\s+(?![^(]*\))/).join(", ")})`;
