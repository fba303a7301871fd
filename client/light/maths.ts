/** What the length of an element depends on. */
export interface Around {
  /** The text of a custom property, empty if it has none. */
  property: (name: string) => string;
  /** Pixels of a relative unit. */
  unit: (name: string) => number;
}

const TOKEN = /\s*(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[a-z%]*|[a-z-]+\(|--[\w-]+|[-+*/(),])/giy;
const ABSOLUTE: Record<string, number> = { "": 1, px: 1, ms: 1, s: 1000, deg: 1 };

/** The value of `min()`, `max()`, `clamp()` and `calc()`; NaN if it cannot be known. Units are gone: pixels or plain numbers. */
export function calculate(sum: string, around: Around): number {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(sum); found?.[1] !== undefined; found = TOKEN.exec(sum)) tokens.push(found[1]);
  let at = 0;
  const peek = () => tokens[at] ?? "";
  const next = () => tokens[at++] ?? "";

  function total(): number {
    let value = product();
    for (;;) {
      if (peek() === "+" && next()) value += product();
      else if (peek() === "-" && next()) value -= product();
      else return value;
    }
  }
  function product(): number {
    let value = single();
    for (;;) {
      if (peek() === "*" && next()) value *= single();
      else if (peek() === "/" && next()) value /= single();
      else return value;
    }
  }
  function list(): number[] {
    const found = [total()];
    while (peek() === "," && next()) found.push(total());
    next(); // the closing bracket
    return found;
  }
  function variable(): number {
    const name = next();
    const text = around.property(name).trim();
    const fallback = peek() === "," && next() ? total() : NaN;
    next();
    return text ? calculate(text, around) : fallback;
  }
  function single(): number {
    const token = next();
    switch (token.toLowerCase()) {
      case "-":
        return -single();
      case "(":
      case "calc(":
        return list()[0] ?? NaN;
      case "min(":
        return Math.min(...list());
      case "max(":
        return Math.max(...list());
      case "clamp(": {
        const [least = NaN, value = NaN, most = NaN] = list();
        return Math.max(least, Math.min(value, most));
      }
      case "var(":
        return variable();
    }
    const number = parseFloat(token);
    const unit = token.replace(/^-?[\d.]+(e[+-]?\d+)?/i, "");
    return number * (ABSOLUTE[unit] ?? around.unit(unit));
  }
  return total();
}

/** Whether a box of this size meets the conditions of a container query. */
export function holds(when: string, width: number, height: number): boolean {
  for (const [, side = "", feature = "", value = ""] of when.matchAll(
    /\((min|max)-([a-z-]+):\s*([^)]+)\)/g,
  )) {
    const [first = NaN, second = 1] = value.split("/").map(parseFloat);
    const limit = (first / second) * (value.endsWith("em") ? 16 : 1);
    const own = feature === "width" ? width : feature === "height" ? height : width / height;
    if (side === "min" ? own < limit : own > limit) return false;
  }
  return true;
}
