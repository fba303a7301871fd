import { Marked, type Tokens } from "marked";
import type { Plugin } from "vite";

/** Renders a rulebook as HTML in which every rule keeps its number from the source. */
export function rulesAsHtml(markdown: string): string {
  const book = new Marked({
    renderer: {
      listitem(item: Tokens.ListItem) {
        const number = /^\s*(\d+)\./.exec(item.raw)?.[1];
        const rule = number ? ` value="${number}" id="rule-${number}"` : "";
        return `<li${rule}>${this.parser.parse(item.tokens)}</li>\n`;
      },
    },
  });
  return book.parse(markdown, { async: false });
}

/** `import text from "…/text/en.md"` imports the rulebook as HTML, rendered at build time. */
export function rulebook(): Plugin {
  return {
    name: "rulebook",
    transform: (code, id) =>
      id.endsWith(".md")
        ? { code: `export default ${JSON.stringify(rulesAsHtml(code))}`, map: null }
        : undefined,
  };
}
