import type { Locale } from "./phrase";

/** The offered language that suits these wishes best, `undefined` if none does. `pt-BR` is content with `pt`. */
export function bestLanguage(wishes: readonly string[], offered: readonly Locale[]): Locale | undefined {
  for (const wish of wishes) {
    const parts = wish.split("-");
    for (let length = parts.length; length > 0; length -= 1) {
      const wanted = parts.slice(0, length).join("-").toLowerCase();
      const found =
        offered.find((code) => code.toLowerCase() === wanted) ??
        offered.find((code) => code.toLowerCase().startsWith(`${wanted}-`));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
