import { type Targets, transform } from "lightningcss";
import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Rule } from "postcss";
import values, { type FunctionNode, type Node } from "postcss-value-parser";

/** What the stylesheet leaves to `client/light/layout.ts`, because the browser cannot compute it. */
export interface Sizes {
  /** Elements that are measured: each gets `--cqw` and `--cqh`, a hundredth of its width and height. */
  containers: string[];
  /** Lengths with `min()`, `max()` or `clamp()`: the element gets the result as a custom property. */
  maths: { selector: string; name: string; sum: string; property: string }[];
  /** Rules for elements inside a container of a certain size: such an element gets the attribute. */
  queries: { selector: string; name: string; when: string }[];
  /** Boxes of a fixed shape: the element gets its missing side as a custom property. */
  ratios: { selector: string; name: string; ratio: string; side: "width" | "height" }[];
  /** Flex boxes with gaps: where plain text is a child, no selector reaches it. */
  gaps: { selector: string; gap: string; isColumn: boolean }[];
}

const CHROME_63: Targets = { chrome: 63 << 16 };
const STAGE = { width: 1920, height: 1080 }; // the board fills nearly all of it
const MATHS = new Set(["min", "max", "clamp"]);

/** Rewrites a stylesheet of this client for Chrome 63, left to right, in dark colours. */
export function oldCss(css: string): { css: string; sizes: Sizes } {
  const root = postcss.parse(css);
  const sizes: Sizes = { containers: [], maths: [], queries: [], ratios: [], gaps: [] };
  root.walkComments((comment) => void comment.remove());
  root.walkAtRules("property", (at) => void at.remove());
  root.walkAtRules("media", (at) => {
    if (/prefers-color-scheme|prefers-contrast/.test(at.params)) at.remove();
  });
  flattenNesting(root);
  root.walkRules((rule) => {
    if (!isKeyframe(rule)) rule.selectors = rule.selectors.flatMap(oldSelectors);
    if (rule.selectors.length === 0 || rule.selector === "") rule.remove();
  });
  const colours = new Map<string, string>();
  root.walkDecls((decl) => {
    decl.value = simplerValue(decl.value);
    if (decl.prop.startsWith("--") && /^(:root|\[data-theme)/.test(selectorOf(decl)))
      colours.set(decl.prop, decl.value);
  });
  root.walkDecls((decl) => void (decl.value = mixed(decl.value, colours)));
  resolveQueries(root, sizes);
  root.walkDecls(oldProperties);
  root.walkRules((rule) => oneTransform(rule));
  gaps(root, sizes);
  root.walkRules((rule) => measure(rule, sizes));
  const { code } = transform({
    filename: "light.css",
    code: Buffer.from(root.toString()),
    targets: CHROME_63,
    minify: true,
  });
  return { css: code.toString(), sizes };
}

/** What Chrome 63 does not know. */
const TOO_NEW = [
  ...["aspect-ratio", "container", "container-type", "gap", "inset", "rotate", "scale", "translate"].map(
    (property): [string, RegExp] => [property, new RegExp(`[;{]${property}:`)],
  ),
  ...["is", "where", "has", "focus-visible"].map((name): [string, RegExp] => [
    `:${name}`,
    new RegExp(`:${name}\\b`),
  ]),
  ...["min", "max", "clamp", "env", "color-mix", "light-dark", "conic-gradient"].map(
    (name): [string, RegExp] => [`${name}()`, new RegExp(`[^-\\w]${name}\\(`)],
  ),
  ["container units", /[\d.]cq(w|h|i|b|min|max)\b/],
  ["units of small windows", /\d[sdl]v[wh]\b/],
  ["@container", /@container/],
  ["@layer", /@layer/],
  ["logical sides", /[;{](inset|margin|padding|border)-(inline|block)/],
] satisfies [string, RegExp][];

/** The features in a stylesheet that Chrome 63 does not know. */
export const tooNew = (css: string): string[] =>
  TOO_NEW.filter(([, pattern]) => pattern.test(css)).map(([name]) => name);

const isKeyframe = (rule: Rule) =>
  rule.parent?.type === "atrule" && /keyframes$/.test((rule.parent as AtRule).name);
const selectorOf = (decl: Declaration) => (decl.parent?.type === "rule" ? decl.parent.selector : "");

/** `a { b & c {} }` is not used; rules in rules are only at-rules, which are lifted out. */
function flattenNesting(root: Container): void {
  root.walkRules((rule) => {
    rule.walkAtRules((at) => {
      const inner = rule.clone({ nodes: [] });
      inner.append(at.nodes ?? []);
      at.removeAll();
      at.append(inner);
      rule.after(at);
    });
  });
}

/** The selectors that an old browser needs for one of today's. */
function oldSelectors(selector: string): string[] {
  if (/:has\(|:focus:not\(:focus-visible\)|data-theme="?light|dir="?rtl|:dir\(rtl\)/.test(selector))
    return [];
  const plain = selector
    .replace(/(:not\([^()]*?):where\([^()]*\)/g, "$1")
    .replace(/:where\(([^()]*)\)/g, "$1")
    .replaceAll(":focus-visible", ":focus");
  const list = /^(.*?):is\(([^()]*)\)(.*)$/.exec(plain);
  if (!list) return [plain];
  const [, before = "", inside = "", after = ""] = list;
  return inside.split(",").flatMap((one) => oldSelectors(before + one.trim() + after));
}

/** Values that need no measuring. */
function simplerValue(value: string): string {
  const parsed = values(value);
  parsed.walk((node) => {
    if (node.type === "function" && node.value === "light-dark") become(node, arguments_(node)[1] ?? "");
    if (node.type === "function" && node.value === "env") become(node, "0px");
    // checks cannot be drawn: lozenges can
    if (node.type === "function" && node.value === "conic-gradient")
      become(node, lozenges(arguments_(node)[0] ?? ""));
    if (node.type === "function" && /gradient$/.test(node.value)) splitStops(node);
    if (node.type === "word") node.value = node.value.replace(/([\d.])[sdl](v[wh])$/, "$1$2");
  });
  return values.stringify(parsed.nodes);
}

const lozenges = (first: string) => {
  const ink = first.replace(/ [\d.]+%$/, "");
  return `linear-gradient(45deg, ${ink} 25%, transparent 25%, transparent 75%, ${ink} 75%)`;
};

function become(node: Node, text: string): void {
  Object.assign(node, { type: "word", value: text });
}

const arguments_ = (node: FunctionNode): string[] => {
  const found: Node[][] = [[]];
  for (const each of node.nodes)
    if (each.type === "div" && each.value === ",") found.push([]);
    else found.at(-1)?.push(each);
  return found.map((each) => values.stringify(each).trim());
};

/** `red 0 4px` is written as `red 0, red 4px`. */
function splitStops(gradient: FunctionNode): void {
  const stops = arguments_(gradient).map((stop) => {
    const words = values(stop).nodes.filter((node) => node.type !== "space");
    const [colour, from, to] = words.map((word) => values.stringify(word));
    const isStop = words.length === 3 && !/^(to|from|at|circle|ellipse|closest|farthest)/.test(colour ?? "");
    return isStop ? `${colour ?? ""} ${from ?? ""}, ${colour ?? ""} ${to ?? ""}` : stop;
  });
  gradient.nodes = values(stops.join(", ")).nodes;
}

/** Colours are mixed here where both are known; else the first is taken whole. */
function mixed(value: string, colours: Map<string, string>): string {
  if (!value.includes("color-mix(")) return value;
  const parsed = values(value);
  parsed.walk((node) => {
    if (node.type !== "function" || node.value !== "color-mix") return;
    const known = (text: string): string =>
      text.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => colours.get(name) ?? whole);
    const text = known(known(values.stringify(node)));
    become(node, text.includes("var(") ? (/var\(--(?!ink|rest)[\w-]+\)/.exec(text)?.[0] ?? text) : text);
  });
  return values.stringify(parsed.nodes);
}

/** The board's own size is known; other containers are measured, and elements inside them are marked. */
function resolveQueries(root: Container, sizes: Sizes): void {
  root.walkAtRules("container", (at) => {
    const named = /^board\b(.*)$/s.exec(at.params);
    if (named) {
      if (holdsOnStage(named[1] ?? "")) at.replaceWith(at.nodes ?? []);
      else at.remove();
      return;
    }
    const name = `data-q${sizes.queries.length}`;
    const kept: ChildNode[] = [];
    at.walkRules((rule) => {
      const bare = rule.selectors.map((each) => each.replace(/::[\w-]+$/, ""));
      for (const selector of bare) sizes.queries.push({ selector, name, when: at.params });
      rule.selectors = rule.selectors.map((each) => each.replace(/(::[\w-]+)?$/, `[${name}]$1`));
      kept.push(rule);
    });
    at.replaceWith(kept);
  });
}

function holdsOnStage(condition: string): boolean {
  return [...condition.matchAll(/\((min|max)-(width|height):\s*([\d.]+)(px|em)\)/g)].every(
    ([, least, side, size, unit]) => {
      const length = Number(size) * (unit === "em" ? 16 : 1);
      const own = STAGE[side as "width" | "height"];
      return least === "min" ? own >= length : own <= length;
    },
  );
}

/** Writes properties by their older names. */
function oldProperties(decl: Declaration): void {
  const { prop, value } = decl;
  const words = () =>
    values(value)
      .nodes.filter((n) => n.type !== "space")
      .map((n) => values.stringify(n));
  const replace = (...pairs: [string, string][]) => {
    decl.replaceWith(pairs.map(([p, v]) => decl.clone({ prop: p, value: v })));
  };
  if (prop === "inset") {
    const [top = "", right = top, bottom = top, left = right] = words();
    replace(["top", top], ["right", right], ["bottom", bottom], ["left", left]);
  } else if (/-(inline|block)(-(start|end))?(-|$)/.test(prop) && !prop.startsWith("--")) {
    const [, before = "", axis = "", end, after = ""] =
      /^(.*?)-?(?:inset-)?(inline|block)(?:-(start|end))?(-.*)?$/.exec(prop) ?? [];
    const sides = axis === "inline" ? ["left", "right"] : ["top", "bottom"];
    const name = (side: string) => (before === "inset" || before === "" ? side : `${before}-${side}${after}`);
    const [first = "", second = first] = /^(margin|padding|inset)$/.test(before) ? words() : [value];
    if (end) replace([name(sides[end === "start" ? 0 : 1] ?? ""), value]);
    else replace([name(sides[0] ?? ""), first], [name(sides[1] ?? ""), second]);
  } else if (/^(align|justify)-(items|content|self)$/.test(prop)) {
    decl.value = value.replace(/safe /, "").replace(/^(start|end)$/, "flex-$1");
  } else if (prop === "overflow" || prop === "overflow-x" || prop === "overflow-y") {
    decl.value = value.replaceAll("clip", "hidden");
  } else if (prop === "overflow-wrap" && value === "anywhere") {
    decl.value = "break-word";
  }
}

/** `translate`, `rotate` and `scale` become one `transform`. */
function oneTransform(rule: Rule): void {
  const own = (prop: string) =>
    rule.nodes.find((node): node is Declaration => node.type === "decl" && node.prop === prop);
  const parts = ["translate", "rotate", "scale"].flatMap((prop) => own(prop) ?? []);
  if (parts.length === 0) return;
  const written = parts.map(({ prop, value }) => {
    if (value === "none") return "";
    const words = values(value).nodes.filter((node) => node.type !== "space");
    return `${prop}(${words.map((word) => values.stringify(word)).join(", ")})`;
  });
  const before = own("transform");
  const value = [...written, before?.value].filter(Boolean).join(" ") || "none";
  before?.remove();
  parts[0]?.replaceWith({ prop: "transform", value });
  parts.slice(1).forEach((each) => each.remove());
}

/** The part of a selector that names the element itself, without its state. */
const subject = (selector: string) =>
  (/[^\s>+~]+$/.exec(selector)?.[0] ?? selector)
    .replace(/\[data-screen[^\]]*\]/g, "")
    .replace(/:[\w-]+(\([^)]*\))?/g, "");

/** Old flex boxes know no `gap`: their children get margins. Grids know it by its first name. */
function gaps(root: Container, sizes: Sizes): void {
  const displays = new Map<string, string>();
  const directions = new Map<string, string>();
  const gapOf = new Map<string, string>();
  const ruleOf = (decl: Declaration) => (decl.parent?.type === "rule" ? decl.parent : undefined);
  const note = (into: Map<string, string>, decl: Declaration, value = decl.value) => {
    for (const each of ruleOf(decl)?.selectors ?? [])
      if (!into.has(subject(each))) into.set(subject(each), value);
  };
  root.walkDecls("display", (decl) => {
    if (/flex|grid/.test(decl.value)) note(displays, decl);
  });
  root.walkDecls("flex-flow", (decl) => note(directions, decl));
  root.walkDecls("flex-direction", (decl) => note(directions, decl));
  root.walkDecls("gap", (decl) => note(gapOf, decl));
  root.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    const own = (prop: string) =>
      rule.nodes.find((node): node is Declaration => node.type === "decl" && node.prop === prop);
    const gap = own("gap");
    const turned = own("flex-direction") ?? own("flex-flow");
    if (!gap && !turned) {
      for (const prop of ["row-gap", "column-gap"]) {
        const one = own(prop);
        if (one) one.prop = `grid-${prop}`;
      }
      return;
    }
    const first = subject(rule.selectors[0] ?? "");
    const display = own("display")?.value ?? displays.get(first) ?? "";
    if (!display.includes("flex")) {
      if (gap) gap.prop = "grid-gap";
      return;
    }
    const value = gap?.value ?? gapOf.get(first);
    if (!value) return;
    gap?.remove();
    const direction = turned?.value ?? directions.get(first) ?? "row";
    const words = values(value)
      .nodes.filter((node) => node.type !== "space")
      .map((node) => values.stringify(node));
    const [row = "0", column = row] = words;
    const isColumn = direction.includes("column");
    const isTurned = turned !== undefined && own("display") === undefined;
    const [side, size] = isColumn ? ["margin-top", row] : ["margin-left", column];
    const children = postcss.rule({ selector: rule.selectors.map((each) => `${each} > * + *`).join(", ") });
    children.append({ prop: side, value: size });
    if (isTurned) children.append({ prop: isColumn ? "margin-left" : "margin-top", value: "0" });
    rule.before(children);
    sizes.gaps.push({ selector: rule.selector, gap: size, isColumn });
    if (rule.nodes.length === 0) rule.remove();
  });
}

/** Hands over what must be measured. */
function measure(rule: Rule, sizes: Sizes): void {
  if (isKeyframe(rule)) return;
  const bare = rule.selectors.map((each) => each.replace(/::[\w-]+$/, "")).join(",");
  for (const node of [...rule.nodes]) {
    if (node.type !== "decl") continue;
    if (node.prop === "container-type" || node.prop === "container") {
      sizes.containers.push(bare);
      node.remove();
    } else if (node.prop === "container-name") {
      node.remove();
    } else if (node.prop === "aspect-ratio") {
      const name = `--m${sizes.maths.length + sizes.ratios.length}`;
      const hasHeight = rule.nodes.some((each) => each.type === "decl" && each.prop === "height");
      const side = hasHeight ? "width" : "height";
      sizes.ratios.push({ selector: bare, name, ratio: calculable(node.value), side });
      node.replaceWith({ prop: side, value: `var(${name})` });
    } else {
      node.value = measured(node, bare, sizes);
    }
  }
}

function measured(decl: Declaration, selector: string, sizes: Sizes): string {
  if (!/cq|min\(|max\(|clamp\(/.test(decl.value)) return decl.value;
  const parsed = values(decl.value);
  parsed.walk((node) => {
    if (node.type === "function" && MATHS.has(node.value)) {
      const name = `--m${sizes.maths.length + sizes.ratios.length}`;
      sizes.maths.push({ selector, name, sum: calculable(values.stringify(node)), property: decl.prop });
      become(node, `var(${name})`);
      return false;
    }
    if (node.type === "word") node.value = units(node.value, true);
    return undefined;
  });
  return values.stringify(parsed.nodes);
}

const calculable = (value: string) => {
  const parsed = values(value);
  parsed.walk((node) => {
    if (node.type === "word") node.value = units(node.value, false);
  });
  return values.stringify(parsed.nodes);
};

/** `5cqw` is five times what the container says. */
function units(word: string, alone: boolean): string {
  const found = /^(-?[\d.]+)(cqw|cqh|cqmin|cqmax|cqi|cqb)$/.exec(word);
  if (!found) return word;
  const [, many = "", unit = ""] = found;
  const name = { cqi: "cqw", cqb: "cqh" }[unit] ?? unit;
  const product = `${many} * var(--${name})`;
  return alone ? `calc(${product})` : `(${product})`;
}
