import { store, stored } from "$base/storage";

/** A random name for this browser. There are no accounts; by it a table recognises or bans a player without a seat. */
export const browserId = (): string => (remembered ??= stored("browser") ?? invented());

let remembered: string | undefined;

function invented(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  store("browser", name);
  return name;
}
