import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Plugin } from "vite";

const PREFIX = "emoji:";

/** `import crown from "emoji:crown"` brings one Fluent emoji as SVG, not the whole set. */
export function emoji(): Plugin {
  const file = createRequire(import.meta.url).resolve("@iconify-json/fluent-emoji-flat/icons.json");
  let set: { icons: Record<string, { body: string } | undefined> } | undefined;
  return {
    name: "emoji",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const name = id.slice(PREFIX.length + 1);
      set ??= JSON.parse(readFileSync(file, "utf8")) as NonNullable<typeof set>;
      const icon = set.icons[name];
      if (!icon) this.error(`there is no emoji called ${name}`);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${icon.body}</svg>`;
      return `export default ${JSON.stringify(svg)}`;
    },
  };
}
