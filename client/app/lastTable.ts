import { store, stored } from "$base/storage";
import { findSeat, Refusal } from "$table/api";
import { keepSeat, keptSeat } from "$table/table.svelte";

const LAST = "table";

/** Remembers the table at which this device sat last. */
export const rememberTable = (code: string): void => store(LAST, code);

/** The code of the table at which this device still has its seat. A seat that is gone is forgotten. */
export async function lastTable(): Promise<string | null> {
  const code = stored(LAST);
  const token = code && keptSeat(code);
  if (!code || !token) return null;
  if (await isStillMine(code, token)) return code;
  store(LAST, null);
  keepSeat(code, null);
  return null;
}

async function isStillMine(code: string, token: string): Promise<boolean> {
  try {
    return (await findSeat(code, token)).is_yours;
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.why === "no-such-table") return false;
    throw thrown;
  }
}
