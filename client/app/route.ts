import { PREFIX } from "$base/deckPrefix";

export type Route =
  | { page: "home" }
  | { page: "table"; code: string }
  | { page: "tv"; code: string }
  | { page: "replay"; code: string; game: number | null }
  | { page: "file" }
  | { page: "rules"; slug: string }
  | { page: "house" }
  | { page: "decks" }
  | { page: "deck"; id: string }
  | { page: "shared"; link: string }
  | { page: "trust" }
  | { page: "pairing" }
  | { page: "claim"; number: string }
  | { page: "dev"; code: string | null }
  | { page: "lost" };

const CODE = "[A-Za-z]{4}";

export function routeOf(path: string, hash = ""): Route {
  const trimmed = path.replace(/\/+$/, "");
  if (trimmed === "" && hash.startsWith(PREFIX)) return { page: "shared", link: hash };
  if (trimmed === "") return { page: "home" };
  const table = new RegExp(`^/t/(${CODE})(/table)?$`).exec(trimmed);
  if (table?.[1]) return { page: table[2] ? "tv" : "table", code: table[1].toUpperCase() };
  const replay = new RegExp(`^/t/(${CODE})/replay(?:/(\\d{1,6}))?$`).exec(trimmed);
  if (replay?.[1])
    return { page: "replay", code: replay[1].toUpperCase(), game: replay[2] ? Number(replay[2]) : null };
  if (trimmed === "/replay") return { page: "file" };
  if (trimmed === "/trust") return { page: "trust" };
  if (trimmed === "/tv") return { page: "pairing" };
  const claim = /^\/tv\/(\d{5})$/.exec(trimmed);
  if (claim?.[1]) return { page: "claim", number: claim[1] };
  const rules = /^\/rules\/([a-z-]+)$/.exec(trimmed);
  if (rules?.[1]) return { page: "rules", slug: rules[1] };
  if (trimmed === "/house") return { page: "house" };
  if (trimmed === "/decks") return { page: "decks" };
  const deck = /^\/decks\/([a-z0-9]{1,20})$/.exec(trimmed);
  if (deck?.[1]) return { page: "deck", id: deck[1] };
  const dev = new RegExp(`^/dev(?:/(${CODE}))?$`).exec(trimmed);
  if (dev) return { page: "dev", code: dev[1]?.toUpperCase() ?? null };
  return { page: "lost" };
}
