import { ask, post } from "$table/api";

import type { DevHouse, DevState, Forked, LineQuality, SeatToken, Skill } from "./wire";

const table = (code: string) => `api/dev/tables/${code}`;

export const devHouse = () => ask<DevHouse>("api/dev");

/** The entries after so many, and the moment after `at` entries (now) with the view of a seat. */
export const devState = (code: string, after: number, at: number | null, seat: number) =>
  ask<DevState>(`${table(code)}?after=${after}&seat=${seat}${at === null ? "" : `&at=${at}`}`);

export const fork = (code: string, moment: number) => post<Forked>(`${table(code)}/fork`, { moment });

export const assign = (code: string, seat: number, bot: Skill | null) =>
  post(`${table(code)}/seats/${seat}`, { bot });

export const setLine = (code: string, seat: number, line: LineQuality) =>
  post(`${table(code)}/seats/${seat}/line`, line);

export const seatToken = async (code: string, seat: number) =>
  (await post<SeatToken>(`${table(code)}/seats/${seat}/token`, {})).token;
