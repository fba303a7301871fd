import { store, stored } from "$base/storage";

/** A random name for this browser: no account, but a table can tell a guest who comes back, and keep one out. */
export const browserName = (): string => (remembered ??= stored("browser") ?? invented());

let remembered: string | undefined;

function invented(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  store("browser", name);
  return name;
}
