import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

import type { Plugin } from "vite";

const TEXT = /\.(js|css|html|svg|webmanifest)$/;
const LEAST = 1024; // bytes: a smaller file fits one packet anyway

/** Writes compressed copies beside each built text file, so that the house need not compress it on each request. */
export function compress(): Plugin {
  let out = "";
  return {
    name: "compress",
    apply: "build",
    configResolved: (config) => {
      out = config.build.outDir;
    },
    closeBundle: async () => {
      for (const file of await readdir(out, { recursive: true })) {
        if (!TEXT.test(file)) continue;
        const text = await readFile(join(out, file));
        if (text.length < LEAST) continue;
        await writeFile(join(out, `${file}.gz`), gzipSync(text, { level: 9 }));
        await writeFile(join(out, `${file}.br`), brotliCompressSync(text));
      }
    },
  };
}
