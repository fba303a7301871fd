import { expect, test } from "vitest";

import { packageOf } from "./bundled";

test.each([
  ["/home/ada/taphouse/node_modules/svelte/src/index.js", "svelte"],
  [
    "/home/ada/taphouse/node_modules/@phosphor-icons/core/assets/fill/anchor-fill.svg?raw",
    "@phosphor-icons/core",
  ],
  ["../node_modules/@fontsource-variable/figtree/files/figtree.woff2", "@fontsource-variable/figtree"],
  ["/home/ada/taphouse/node_modules/a/node_modules/b/index.js", "b"],
  ["C:\\taphouse\\node_modules\\@scope\\name\\index.js", "@scope/name"],
  ["\0emoji:crown", "emoji-set"],
  ["/home/ada/taphouse/client/app/App.svelte", undefined],
])("%s belongs to %s", (file, name) => {
  expect(packageOf(file, { "\0emoji:": "emoji-set" })).toBe(name);
});
