import { keep, kept } from "./kept";

/** A random name for this browser: no account, but a table can tell a guest who comes back, and keep one out. */
export const browserName = (): string => (remembered ??= kept("browser") ?? invented());

let remembered: string | undefined;

function invented(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  keep("browser", name);
  return name;
}
