import type { Plugin } from "vite";

/** Preloads the latin files of both faces with the page, before the stylesheet asks for them. */
export function preloadFonts(): Plugin {
  return {
    name: "fonts-first",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /(anybody|figtree)-latin-(?!ext).*\.woff2$/.test(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: file, crossorigin: true },
            injectTo: "head" as const,
          })),
    },
  };
}
