import type {
  About,
  ChooseAddress,
  ClaimBigScreen,
  Figures,
  Film,
  HouseAddresses,
  NewBigScreen,
  OnTheShelf,
  Opened,
  OpenTable,
  PairedScreen,
  PlayAgainst,
  ErrorBody,
  Summary,
  Why,
} from "$base/wire";

import { filmWithGhostNames } from "./ghostNames";

/** The server refused, or could not be reached (`why` is null). */
export class Refusal extends Error {
  constructor(
    readonly why: Why | null,
    readonly detail = "",
  ) {
    super(why ?? "unreachable");
  }
}

export const games = () => ask<readonly OnTheShelf[]>("api/games");
export const house = () => ask<About>("api/house");
export const figures = () => ask<Figures>("api/house/figures");
/** The addresses of the house's computer; none on any other device. */
export const houseAddresses = () => ask<HouseAddresses>("api/house/addresses");
export const chooseAddress = (choice: ChooseAddress) => post<HouseAddresses>("api/house/addresses", choice);
export const findTable = (code: string) => ask<Summary>(`api/tables/${code}`);
/** The same, with the answer whether this device's seat is still its own. */
export const findSeat = (code: string, token: string) =>
  ask<Summary>(`api/tables/${code}`, { headers: { authorization: `Bearer ${token}` } });
/** A number for this big screen, which a phone sends with its table. */
export const newBigScreen = () => ask<NewBigScreen>("api/big-screens", { method: "POST" });
/** The table that this big screen got. Refused with `no-such-screen` when its number has expired. */
export const pairedScreen = (secret: string) => ask<PairedScreen>(`api/big-screens/${secret}`);
export const claimBigScreen = (claim: ClaimBigScreen) => post<PairedScreen>("api/big-screens/claim", claim);
export const openTable = (table: OpenTable & Required<Pick<OpenTable, "locale">>) =>
  post<Opened>("api/tables", table);

/** The film of a finished game of a table; of the last one if none is named. */
export const film = async (code: string, game: number | null, seat: number | null) =>
  filmWithGhostNames(await ask<Film>(`api/tables/${code}/replay?game=${game ?? ""}&seat=${seat ?? ""}`));
/** The film of a game that was saved as a file. */
export const filmOf = async (file: Blob, seat: number | null) =>
  filmWithGhostNames(await ask<Film>(`api/replay?seat=${seat ?? ""}`, { method: "POST", body: file }));
/** The record of a finished game of a table; of the last one if none is named. */
export const record = async (code: string, game: number | null) =>
  (await answered(`t/${code}/game.jsonl?game=${game ?? ""}`)).blob();
/** A table against the ghosts of a recorded game. */
export const openAgainst = (game: PlayAgainst) => post<Opened>("api/ghosts", game);

/** The JSON schemas of the types at a table, those of each game after its slug. */
export const tableSchemas = () =>
  ask<{ components: { schemas: Readonly<Record<string, unknown>> } }>("api/asyncapi.json");

export const post = <T>(path: string, body: object) =>
  ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

export const ask = async <T>(path: string, request?: RequestInit): Promise<T> =>
  (await (await answered(path, request)).json()) as T;

async function answered(path: string, request?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refusal(null);
  }
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as Partial<ErrorBody>;
  throw new Refusal(body.why ?? null, body.detail);
}
