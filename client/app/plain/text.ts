import { kinds, type Schema, type Schemas } from "./schema";

/** What turns values into text. */
export interface Texts {
  schemas: Schemas;
  /** The name of a seat's player. */
  name: (seat: number) => string;
  listed: (parts: readonly string[]) => string;
}

const NOTHING = "–";

/** A value as a short text: names of seats, words without hyphens, lists and the fields of an object in a row. */
export function textOf(value: unknown, schema: Schema | undefined, texts: Texts): string {
  const possible = kinds(schema, texts.schemas);
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "number")
    return possible.some(({ format }) => format === "seat") ? texts.name(value) : String(value);
  if (typeof value === "boolean") return value ? "✓" : NOTHING;
  if (Array.isArray(value)) return listOf(value, possible, texts);
  if (typeof value === "object") return objectOf(value as Record<string, unknown>, possible, texts);
  return plain(value as string);
}

/** "star-1" as "star 1". */
export function plain(name: string): string {
  return name.replace(/[-_+/.]+/g, " ").trim();
}

/** "pairs_left" as "Pairs left", "HouseFlipped" as "House flipped". */
export function title(name: string): string {
  const words = plain(name.replace(/(?<=[a-z])(?=[A-Z])/g, " ")).toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function listOf(values: readonly unknown[], possible: readonly Schema[], texts: Texts): string {
  const items = possible.find(({ type }) => type === "array")?.items;
  const shown = values.map((value, i) => textOf(value, itemOf(items, i), texts));
  return shown.length > 0 ? texts.listed(shown) : NOTHING;
}

export function itemOf(items: Schema["items"], place: number): Schema | undefined {
  return Array.isArray(items) ? (items as readonly Schema[])[place] : (items as Schema | undefined);
}

function objectOf(value: Record<string, unknown>, possible: readonly Schema[], texts: Texts): string {
  const schema = possible.find(({ type, properties }) => type === "object" && fits(properties, value));
  const rest = typeof schema?.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const parts = Object.entries(value)
    .filter(([field]) => field !== "type" && !isTime(schema?.properties?.[field], texts.schemas))
    .map(([field, part]) => `${plain(field)}: ${textOf(part, schema?.properties?.[field] ?? rest, texts)}`);
  const kind = typeof value.type === "string" ? [title(value.type)] : [];
  return [...kind, ...parts].join(" · ") || NOTHING;
}

function fits(properties: Schema["properties"], { type }: Record<string, unknown>): boolean {
  const tag = properties?.type?.enum;
  return type === undefined || !tag || tag.includes(type);
}

/** Times say nothing as numbers; the clock shows the deadline. */
export function isTime(schema: Schema | undefined, all: Schemas): boolean {
  return kinds(schema, all).some(({ format }) => format === "time");
}
