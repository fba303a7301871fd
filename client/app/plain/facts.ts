import { isTime, itemOf, textOf, type Texts, title } from "./text";
import { kinds } from "./schema";

/** What the view says, as a name and a text. */
export interface Fact {
  name: string;
  text: string;
}
export interface Facts {
  /** Of the whole table. */
  table: Fact[];
  /** Of each seat. */
  seats: Fact[][];
}
type View = Readonly<Record<string, unknown>>;

/** Shown elsewhere: by buttons, by the list of players, and by the end of the game. */
const ELSEWHERE = new Set(["offers", "points", "away", "winners"]);
const BY_SEAT = /\beach seat\b|\bby seat\b/i;
const MANY = 30; // a longer list is no help

/** All that a view says. A field with one item for each seat, as its description says, is told by seat. */
export function factsOf(view: View, seats: number, texts: Texts): Facts {
  const facts: Facts = { table: [], seats: Array.from({ length: seats }, () => []) };
  const fields = texts.schemas.View?.properties ?? {};
  for (const [field, value] of Object.entries(view)) {
    const schema = fields[field];
    if (ELSEWHERE.has(field) || value === null || isTime(schema, texts.schemas)) continue;
    if (Array.isArray(value) && value.length === seats && BY_SEAT.test(schema?.description ?? "")) {
      const items = kinds(schema, texts.schemas).find(({ type }) => type === "array")?.items;
      value.forEach((item: unknown, seat) => {
        if (item !== null)
          facts.seats[seat]?.push({ name: title(field), text: textOf(item, itemOf(items, seat), texts) });
      });
    } else if (sizeOf(value) > 0 && sizeOf(value) <= MANY) {
      facts.table.push({ name: title(field), text: textOf(value, schema, texts) });
    }
  }
  return facts;
}

/** How many parts a value has; 0 if it says nothing. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value === "object" && value !== null) return Object.keys(value).length;
  return value === "" || value === false ? 0 : 1;
}
