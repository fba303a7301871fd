import { tableSchemas } from "$table/api";

/** The part of a JSON schema that the plain board reads. */
export interface Schema {
  $ref?: string;
  type?: string;
  /** `seat`: the number of a seat. `time`: microseconds on the play clock. */
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  default?: unknown;
  maxLength?: number;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema | readonly Schema[];
  additionalProperties?: Schema | boolean;
  properties?: Readonly<Record<string, Schema>>;
}

/** The schemas of one game, by the name of their type: `View`, and the `type` of each act and event. */
export type Schemas = Readonly<Record<string, Schema>>;

export async function loadSchemas(slug: string): Promise<Schemas> {
  const { schemas } = (await tableSchemas()).components;
  const own = Object.entries(schemas).filter(([name]) => name.startsWith(`${slug}.`));
  return Object.fromEntries(own.map(([name, schema]) => [name.slice(slug.length + 1), schema as Schema]));
}

/** The schemas that a value may have: references followed, unions taken apart. */
export function kinds(schema: Schema | undefined, all: Schemas): Schema[] {
  if (!schema) return [];
  const { $ref, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) return kinds(all[$ref.slice($ref.lastIndexOf(".") + 1)], all);
  const parts = anyOf ?? oneOf ?? allOf;
  return parts ? parts.flatMap((part) => kinds(part, all)) : [schema];
}
