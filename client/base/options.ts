import type { OptionSchema, OptionsSchema } from "./wire";

export type Choice = string | number;

/** One line of the options form, as its JSON schema describes it. */
export type Field =
  | { kind: "choice"; name: string; choices: readonly Choice[]; value: Choice }
  | { kind: "language"; name: string; value: string }
  | { kind: "switch"; name: string; value: boolean }
  | NumberField;

export interface NumberField {
  kind: "number";
  name: string;
  /** `null`: switched off. */
  value: number | null;
  /** Whether it can be switched off. */
  off: boolean;
  least: number;
  most: number;
  step: number;
  unit: string;
}

/** The form's lines in the order of the rules; options that are not chosen have their default. */
export function fieldsOf(schema: OptionsSchema, chosen: Record<string, unknown>): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, option]) => {
    const field = fieldOf(name, option, name in chosen ? chosen[name] : option.default);
    return field ? [field] : [];
  });
}

function fieldOf(name: string, option: OptionSchema, value: unknown): Field | null {
  if (option.enum) return { kind: "choice", name, choices: basicFirst(option), value: value as Choice };
  if (option.format === "language") return { kind: "language", name, value: String(value) };
  if (option.type === "boolean") return { kind: "switch", name, value: value === true };
  const number = [option, ...(option.anyOf ?? [])].find(({ type }) => type === "integer");
  if (!number) return null;
  return {
    kind: "number",
    name,
    value: value === null ? null : Number(value),
    off: option.anyOf?.some(({ type }) => type === "null") ?? false,
    least: number.minimum ?? 0,
    most: number.maximum ?? Infinity,
    step: number.step ?? 1,
    unit: number.unit ?? "",
  };
}

/** Puts the basic game's choice first: schemas sort their choices. */
function basicFirst({ enum: choices = [], default: basic }: OptionSchema): readonly Choice[] {
  return choices.toSorted((a, b) => Number(b === basic) - Number(a === basic));
}

/** Whether the option is a time limit; few tables change those. */
export const isTime = (field: Field) => field.kind === "number" && field.unit !== "";

/** How many of these differ from the default. */
export const turned = (schema: OptionsSchema, fields: readonly Field[]) =>
  fields.filter(({ name, value }) => schema.properties?.[name]?.default !== value).length;

/** One step up or down, on the grid of steps, inside the limits; off is one step below the least. */
export function stepped(field: NumberField, by: 1 | -1): number | null {
  const { value, off, least, most, step } = field;
  if (value === null) return by > 0 ? least : null;
  if (off && by < 0 && value <= least) return null;
  const grid = by > 0 ? Math.floor(value / step) : Math.ceil(value / step);
  return Math.min(most, Math.max(least, (grid + by) * step));
}
