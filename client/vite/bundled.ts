import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import type { Plugin } from "vite";

interface Bundled {
  name: string;
  version: string;
  license: string;
  text?: string;
}

const PACKAGE = /.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/;
const TEXT = /^(licen[sc]e|copying|ofl)/i;

/** The name of the package that a file belongs to. `others` maps the beginning of a name to its package. */
export function packageOf(file: string, others: Record<string, string>): string | undefined {
  const other = Object.entries(others).find(([part]) => file.includes(part));
  return other?.[1] ?? PACKAGE.exec(file)?.[1]?.replace("\\", "/");
}

function described(name: string, folder: string): Bundled {
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf-8")) as Bundled;
  const file = readdirSync(folder).find((found) => TEXT.test(found));
  const text = file && readFileSync(join(folder, file), "utf-8").trim();
  return { name, version, license, ...(text && { text }) };
}

/**
 * Writes `licenses.json`: every package whose code, pictures or letters are in the built pages, with its licence.
 * `others` names packages that are used without an import.
 */
export function bundled(others: Record<string, string>): Plugin {
  let root = "";
  return {
    name: "bundled",
    apply: "build",
    configResolved: (config) => void (root = config.root),
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? file.moduleIds : file.originalFileNames,
      );
      const names = new Set(files.flatMap((file) => packageOf(file, others) ?? []));
      const find = createRequire(join(root, "index.html"));
      const packages = [...names].sort().map((name) => {
        const folder = (find.resolve.paths(name) ?? [])
          .map((place) => join(place, ...name.split("/")))
          .find((place) => existsSync(join(place, "package.json")));
        if (!folder) this.error(`the package ${name} is not installed`);
        return described(name, folder);
      });
      this.emitFile({
        type: "asset",
        fileName: "licenses.json",
        source: JSON.stringify(packages, null, 2) + "\n",
      });
    },
  };
}
