import { store, stored } from "$base/storage";

/**
 * A random id of this browser. There are no accounts: a table recognises or bans a player without a seat by this id,
 * and gives a seat back to it. It is sent to the table alone and shown to nobody.
 */
export const browserId = (): string => (remembered ??= stored("browser") ?? newId());

let remembered: string | undefined;

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  store("browser", id);
  return id;
}
