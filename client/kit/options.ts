import type { OptionSchema, OptionsSchema } from "./api";

export type Choice = string | number;

/** One line of the options form, as its JSON schema describes it. */
export type Field =
  | { kind: "choice"; name: string; choices: readonly Choice[]; value: Choice }
  | { kind: "switch"; name: string; value: boolean }
  | { kind: "number"; name: string; value: number; least: number; most: number; step: number; unit: string };

/** The form's lines in the order of the rules; what is not chosen has its default. */
export function fieldsOf(schema: OptionsSchema, chosen: Record<string, unknown>): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, option]) => {
    const field = fieldOf(name, option, chosen[name] ?? option.default);
    return field ? [field] : [];
  });
}

function fieldOf(name: string, option: OptionSchema, value: unknown): Field | null {
  if (option.enum) return { kind: "choice", name, choices: basicFirst(option), value: value as Choice };
  if (option.type === "boolean") return { kind: "switch", name, value: value === true };
  if (option.type === "integer")
    return {
      kind: "number",
      name,
      value: Number(value),
      least: option.minimum ?? 0,
      most: option.maximum ?? Infinity,
      step: option.step ?? 1,
      unit: option.unit ?? "",
    };
  return null;
}

/** Schemas sort their choices; a table reads better with the basic game's first. */
function basicFirst({ enum: choices = [], default: basic }: OptionSchema): readonly Choice[] {
  return choices.toSorted((a, b) => Number(b === basic) - Number(a === basic));
}

/** How long something lasts: as the rules have it at most tables. */
export const isTime = (field: Field) => field.kind === "number" && field.unit !== "";

/** How many of these somebody turned. */
export const turned = (schema: OptionsSchema, fields: readonly Field[]) =>
  fields.filter(({ name, value }) => schema.properties?.[name]?.default !== value).length;

/** One step up or down, on the grid of steps, inside the limits. */
export function stepped(field: Extract<Field, { kind: "number" }>, by: 1 | -1): number {
  const { value, least, most, step } = field;
  const grid = by > 0 ? Math.floor(value / step) : Math.ceil(value / step);
  return Math.min(most, Math.max(least, (grid + by) * step));
}
