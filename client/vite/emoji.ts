import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Plugin } from "vite";

const PREFIX = "emoji:";
const AS_FILE = "?url";

/**
 * `import crown from "emoji:crown"` imports one Fluent emoji as SVG, not the whole set; `"emoji:crown?url"` imports the
 * address of its file, for pictures that appear too briefly for the many nodes of an inline SVG.
 */
export function emoji(): Plugin {
  const file = createRequire(import.meta.url).resolve("@iconify-json/fluent-emoji-flat/icons.json");
  let set: { icons: Record<string, { body: string } | undefined> } | undefined;
  let serving = false;
  return {
    name: "emoji",
    configResolved: ({ command }) => void (serving = command === "serve"),
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const name = id.slice(PREFIX.length + 1).replace(AS_FILE, "");
      set ??= JSON.parse(readFileSync(file, "utf8")) as NonNullable<typeof set>;
      const icon = set.icons[name];
      if (!icon) this.error(`there is no emoji called ${name}`);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${icon.body}</svg>`;
      if (!id.endsWith(AS_FILE)) return `export default ${JSON.stringify(svg)}`;
      if (serving) return `export default ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(svg)}`)}`;
      const place = this.emitFile({ type: "asset", name: `${name}.svg`, source: svg });
      return `export default import.meta.ROLLUP_FILE_URL_${place}`;
    },
  };
}
