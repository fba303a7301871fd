import type { Plugin } from "vite";

const PARTS = ["Bar", "Clock", "Icon", "SeatToken"].map((name) => `$parts/${name}.svelte`);
const SVELTE = [
  "svelte",
  "svelte/attachments",
  "svelte/internal/client",
  "svelte/internal/disclose-version",
  "svelte/motion",
  "svelte/reactivity",
];

/**
 * What compiled components call: the runtime of runes. Left out, since it would make the first page a fifth larger:
 * what only development, legacy mode, stores, custom elements, asynchronous components and rare bindings need.
 */
const RUNTIME = `
  append append_styles action attach attr attribute_effect autofocus await bind_checked bind_element_size
  bind_group bind_prop bind_this bind_value bind_window_scroll bind_window_size child clsx comment component
  css_props deep_read_state delegate delegated derived document each effect element event exclude_from_object
  fallback first_child from_html from_mathml from_svg from_tree get head html if index key next noop
  only_child pop prop props_id proxy push remove_input_defaults render_effect reset rest_props run set
  set_attribute set_checked set_class set_style set_text set_value set_xlink_attribute sibling snapshot
  snippet spread_props state template_effect text tick to_array transition untrack update update_pre
  update_pre_prop update_prop user_effect user_pre_effect window CLASS STYLE
`
  .trim()
  .split(/\s+/);

/** What a board of another package imports by name; each is a file of the build whose name never changes. */
export const KIT = ["$board", ...PARTS, ...SVELTE];

export const kitFile = (name: string) => `kit/${name.replace("$", "").replaceAll("/", "-")}.js`;

/** The import map of the pages: boards that were built elsewhere share the contract and the Svelte of this build. */
export function importMap(): string {
  return JSON.stringify({ imports: Object.fromEntries(KIT.map((name) => [name, `./${kitFile(name)}`])) });
}

const firstPage = new Set<string>();

/** Whether the first page needs this module. The kit's own files do not count: few tables load them. */
export const isOnFirstPage = (id: string) => firstPage.has(id);

function exported(name: string): string {
  if (name.endsWith(".svelte")) return "{ default }";
  return name.endsWith("client") ? `{ ${RUNTIME.join(", ")} }` : "*";
}

/** Writes the files of the kit and the import map. */
export function kit(): Plugin {
  const PREFIX = "\0kit:";
  return {
    name: "kit",
    apply: "build",
    buildStart() {
      for (const name of KIT)
        this.emitFile({
          type: "chunk",
          id: `${PREFIX}${name}.js`,
          fileName: kitFile(name),
          preserveSignature: "strict",
        });
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? id : undefined),
    load(id) {
      if (!id.startsWith(PREFIX)) return;
      const name = id.slice(PREFIX.length, -".js".length);
      const from = JSON.stringify(name);
      if (name.endsWith("version")) return `import ${from};`;
      return `export ${exported(name)} from ${from};`;
    },
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter((id) => id.endsWith("/client/index.html"));
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (firstPage.has(id)) continue;
        firstPage.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html.replace(
          /<base [^>]*>/,
          (base) => `${base}\n    <script type="importmap">${importMap()}</script>`,
        ),
    },
  };
}
