import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ABSOLUTE = /["'`(]\/(api|assets|house|replay|rules|t|tv|trust|ws)[/"'`?)]|(href=|go\()"\/"/;
const READS_PATHS = "client/app/route.ts";

test("addresses of the client begin without a slash, so that the house may lie under any path", async () => {
  const files = await Promise.all(
    ["client", "taphouse/games"].map((folder) =>
      readdir(root + folder, { recursive: true }).then((names) => names.map((name) => `${folder}/${name}`)),
    ),
  );
  const sources = files
    .flat()
    .filter((name) => /(?<!\.test)\.(ts|svelte|js|html)$/.test(name) && name !== READS_PATHS);
  const found = [];
  for (const name of sources)
    for (const line of (await readFile(root + name, "utf-8")).split("\n"))
      if (ABSOLUTE.test(line) && !/^\s*(\*|\/\*\*|<base)/.test(line)) found.push(`${name}: ${line.trim()}`);

  expect(sources.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
