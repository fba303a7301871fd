import { root } from "./root";
import type { Locale } from "./phrase";
import type { Language, Texts } from "./wire";

const PLACE = "api/languages";
const COPIES = `languages ${root}`; // the name of a cache
const PATIENCE = 5000; // milliseconds: then the app goes on in English

export const languages = async () => (await get(PLACE)).json() as Promise<readonly Language[]>;
export const appTexts = async (locale: Locale) => (await get(`${PLACE}/${locale}`)).json() as Promise<Texts>;
export const gameTexts = async (locale: Locale, slug: string) =>
  (await get(`${PLACE}/${locale}/${slug}`)).json() as Promise<Record<string, string>>;
/** A game's rulebook in Markdown. */
export const rulebook = async (locale: Locale, slug: string) =>
  (await get(`${PLACE}/${locale}/${slug}/rules`)).text();

/** Asks the house; while it cannot be reached, the last copy counts. */
async function get(path: string): Promise<Response> {
  const copies = "caches" in globalThis ? await caches.open(COPIES).catch(() => undefined) : undefined;
  let answer: Response;
  try {
    answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE) });
  } catch (unreachable) {
    const copy = await copies?.match(path);
    if (copy) return copy;
    throw unreachable;
  }
  if (!answer.ok) throw new Error(`${path}: ${String(answer.status)}`);
  await copies?.put(path, answer.clone()).catch(() => undefined);
  return answer;
}
