export type Route =
  | { page: "home" }
  | { page: "table"; code: string }
  | { page: "tv"; code: string }
  | { page: "rules"; slug: string }
  | { page: "house" }
  | { page: "lost" };

const CODE = "[A-Za-z]{4}";

export function routeOf(path: string): Route {
  const trimmed = path.replace(/\/+$/, "");
  if (trimmed === "") return { page: "home" };
  const table = new RegExp(`^/t/(${CODE})(/table)?$`).exec(trimmed);
  if (table?.[1]) return { page: table[2] ? "tv" : "table", code: table[1].toUpperCase() };
  const rules = /^\/rules\/([a-z-]+)$/.exec(trimmed);
  if (rules?.[1]) return { page: "rules", slug: rules[1] };
  if (trimmed === "/house") return { page: "house" };
  return { page: "lost" };
}
