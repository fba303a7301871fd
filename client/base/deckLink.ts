/**
 * A deck at the end of a link: `#deck=` and this. A browser never sends it to a server.
 * taphouse/decks/links.py does the same.
 */
import { PREFIX } from "./deckPrefix";
import { LONGEST_DECK } from "./wire";

/** From the `#` on. Browsers before 2023 cannot deflate: their links are longer, and read everywhere. */
export async function linkOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return `${PREFIX}0${base64(bytes)}`;
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `${PREFIX}1${base64(new Uint8Array(await new Response(packed).arrayBuffer()))}`;
}

/** The text of a deck; `null` if the end of the link has none, or a longer one than a deck may be. */
export async function textOfLink(hash: string): Promise<string | null> {
  const way = hash.charAt(PREFIX.length);
  if (!hash.startsWith(PREFIX) || !/[01]/u.test(way)) return null;
  try {
    const bytes = bytesOf(hash.slice(PREFIX.length + 1));
    const text = way === "1" ? await inflated(bytes) : bytes;
    if (text.length > LONGEST_DECK) return null;
    return new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch {
    return null;
  }
}

/** Stops as soon as it is too long: a small link may hold a giant text. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const text = new Uint8Array(LONGEST_DECK + 1);
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text.subarray(0, length);
    if (length + value.length > LONGEST_DECK) {
      await reader.cancel();
      return text;
    }
    text.set(value, length);
    length += value.length;
  }
}

function base64(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/gu, "-").replace(/\//gu, "_").replace(/=+$/u, "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replace(/-/gu, "+").replace(/_/gu, "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
