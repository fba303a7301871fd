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
  ErrorBody,
  Summary,
  Why,
} from "$base/wire";

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
export const film = (code: string, game: number | null, seat: number | null) =>
  ask<Film>(`api/tables/${code}/replay?game=${game ?? ""}&seat=${seat ?? ""}`);
/** The film of a game that was saved as a file. */
export const filmOf = (file: Blob, seat: number | null) =>
  ask<Film>(`api/replay?seat=${seat ?? ""}`, { method: "POST", body: file });

/** The JSON schemas of the types at a table, those of each game after its slug. */
export const tableSchemas = () =>
  ask<{ components: { schemas: Readonly<Record<string, unknown>> } }>("api/asyncapi.json");

export const post = <T>(path: string, body: object) =>
  ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

export async function ask<T>(path: string, request?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refusal(null);
  }
  if (answer.ok) return (await answer.json()) as T;
  const body = (await answer.json().catch(() => ({}))) as Partial<ErrorBody>;
  throw new Refusal(body.why ?? null, body.detail);
}
