import type { Locale } from "$base/phrase";
import type { Film, Skill, Why } from "$base/wire";

export interface ShelfGame {
  slug: string;
  seats: readonly [least: number, most: number];
  minutes: number;
  /** JSON schema of the game's options. */
  options: OptionsSchema;
}

export interface OptionsSchema {
  properties?: Record<string, OptionSchema>;
}

export interface OptionSchema {
  type?: string;
  /** A number or nothing: the option can be switched off. */
  anyOf?: readonly OptionSchema[];
  enum?: readonly (string | number)[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  step?: number;
  unit?: string;
}

export interface NewTable {
  game: string;
  options?: Record<string, unknown>;
  bots?: readonly Skill[];
  name?: string;
  sign?: number;
  browser?: string;
  start?: boolean;
  /** What is spoken at this table. */
  locale: Locale;
  /** Learn the game. */
  lesson?: boolean;
}

/** How the house is doing. Times in milliseconds; null while there was nothing yet. */
export interface Figures {
  writable: boolean;
  tables: number;
  playing: number;
  players: number;
  watchers: number;
  verdicts: number;
  own: number | null;
  hold: number | null;
  kept: number | null;
  stall: number | null;
  refused: number;
  doubted: number;
  broken: number;
}

/** The house said no, or could not be reached (`why` is null). */
export class Refusal extends Error {
  constructor(
    readonly why: Why | null,
    readonly detail = "",
  ) {
    super(why ?? "unreachable");
  }
}

export const games = () => ask<readonly ShelfGame[]>("/api/games");
export const house = () => ask<{ address: string; version: string; certificate: boolean }>("/api/house");
export const figures = () => ask<Figures>("/api/house/figures");
export const findTable = (code: string) =>
  ask<{ code: string; game: string; stage: string; players: number; seats: number }>(`/api/tables/${code}`);
export const openTable = (table: NewTable) =>
  ask<{ code: string; token: string | null }>("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(table),
  });

/** A game of a table that is over; the last one if none is named. */
export const film = (code: string, game: number | null, seat: number | null) =>
  ask<Film>(`/api/tables/${code}/replay?game=${game ?? ""}&seat=${seat ?? ""}`);
/** A game that was saved as a file. */
export const filmOf = (file: Blob, seat: number | null) =>
  ask<Film>(`/api/replay?seat=${seat ?? ""}`, { method: "POST", body: file });

async function ask<T>(path: string, request?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refusal(null);
  }
  if (answer.ok) return (await answer.json()) as T;
  const body = (await answer.json().catch(() => ({}))) as { why?: Why; detail?: string };
  throw new Refusal(body.why ?? null, body.detail);
}
