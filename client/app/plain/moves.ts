import type { Offer } from "$board/offers";

import { keyOf } from "../movesNow";
import { kinds, type Schema, type Schemas } from "./schema";

/** A field that the player writes. */
export interface Blank {
  field: string;
  number: boolean;
  longest: number | undefined;
}
/** The fields of an act that are chosen together, and how each value is described. */
export interface Choice {
  fields: Readonly<Record<string, unknown>>;
}
/** An offered act: one button for each choice. */
export interface Move {
  act: string;
  /** The key of the game's sentence about it. */
  key: string;
  foul: boolean;
  choices: readonly Choice[];
  blanks: readonly Blank[];
  /** The schema of each field. */
  schema: Readonly<Record<string, Schema>>;
}

const MANY = 24; // with more buttons, fields that have a default keep it

export function movesOf(offers: readonly Offer[], schemas: Schemas): Move[] {
  return offers.map((offer) => moveOf(offer, schemas));
}

function moveOf(offer: Offer, schemas: Schemas): Move {
  const fields = Object.entries(schemas[offer.act]?.properties ?? {});
  const schema = Object.fromEntries(fields.filter(([field]) => field !== "type"));
  const known = new Map<string, readonly unknown[]>();
  const blanks: Blank[] = [];
  for (const field of new Set([...Object.keys(schema), ...Object.keys(offer.values ?? {})])) {
    const values = valuesOf(offer.values?.[field], schema[field], schemas);
    if (values) known.set(field, values);
    else blanks.push(blankOf(field, schema[field], schemas));
  }
  let choices = product(known);
  if (choices.length > MANY) choices = product(withDefaults(known, schema));
  const foul = offer.foul ?? false;
  return { act: offer.act, key: keyOf(offer) + (foul ? ".foul" : ""), foul, choices, blanks, schema };
}

/** The values to choose from; `undefined` if anything may be written. */
function valuesOf(offered: readonly unknown[] | undefined, schema: Schema | undefined, all: Schemas) {
  const possible = kinds(schema, all);
  if (offered) return possible.some(({ type }) => type === "array") ? groups(offered) : offered;
  const listed = possible.map((kind) => {
    if (kind.type === "null") return [null];
    return kind.type === "boolean" ? [false, true] : kind.enum;
  });
  return listed.every((values) => values !== undefined) && listed.length > 0 ? listed.flat() : undefined;
}

/** Each item alone, and all together. */
function groups(items: readonly unknown[]): unknown[] {
  const alone = items.map((item) => [item]);
  return items.length > 1 ? [...alone, items] : alone;
}

function blankOf(field: string, schema: Schema | undefined, all: Schemas): Blank {
  const possible = kinds(schema, all);
  return {
    field,
    number: possible.some(({ type }) => type === "integer" || type === "number"),
    longest: possible.find(({ maxLength }) => maxLength !== undefined)?.maxLength,
  };
}

function product(known: ReadonlyMap<string, readonly unknown[]>): Choice[] {
  let found: Record<string, unknown>[] = [{}];
  for (const [field, values] of known)
    found = found.flatMap((fields) => values.map((value) => ({ ...fields, [field]: value })));
  return found.map((fields) => ({ fields }));
}

function withDefaults(
  known: ReadonlyMap<string, readonly unknown[]>,
  schema: Readonly<Record<string, Schema>>,
): Map<string, readonly unknown[]> {
  const isDefault = (field: string, values: readonly unknown[]) =>
    schema[field]?.default !== undefined && values.includes(schema[field].default);
  return new Map(
    [...known].map(([field, values]) => [
      field,
      isDefault(field, values) ? [schema[field]?.default] : values,
    ]),
  );
}
