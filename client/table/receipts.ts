import { store, stored } from "$base/storage";

/** The running hashes that came with the verdicts of one game, oldest first. Each covers all before it. */
export interface Receipts {
  match: string;
  receipts: readonly string[];
}

const MOST_GAMES = 20;
const MOST_RECEIPTS = 512;
const GAMES = "receipts";
const keyOf = (match: string) => `receipts.${match}`;

/** Collects the receipts of a table's games and stores them on this device. */
export class ReceiptBook {
  #match: string | null = null;
  #receipts: string[] = [];
  #isStored = true;

  add(match: string, receipt: string): void {
    if (match !== this.#match) {
      this.save();
      this.#match = match;
      this.#receipts = [...(receiptsOf(match)?.receipts ?? [])];
      this.#isStored = true;
    }
    if (this.#receipts.at(-1) === receipt) return;
    this.#receipts.push(receipt);
    this.#isStored = false;
    if (this.#receipts.length > MOST_RECEIPTS) this.#receipts = thinned(this.#receipts);
  }

  /** Writes what is new. Not to be called in a race: storage may block the page. */
  save(): void {
    if (this.#match === null || this.#isStored) return;
    this.#isStored = true;
    store(keyOf(this.#match), JSON.stringify({ match: this.#match, receipts: this.#receipts }));
    remember(this.#match);
  }
}

/** What this device kept of a game; null if nothing. */
export function receiptsOf(match: string | null): Receipts | null {
  const text = match === null ? null : stored(keyOf(match));
  return text === null ? null : (JSON.parse(text) as Receipts);
}

/**
 * The last line of a record that the receipts confirm if it was changed after that line; null if they confirm it.
 * `links` has the running hash at each line.
 */
export function changedAfter(receipts: readonly string[], links: readonly string[]): number | null {
  let confirmed = 0;
  for (const receipt of receipts) {
    const line = links.indexOf(receipt, confirmed) + 1;
    if (line === 0) return Math.max(confirmed, 1);
    confirmed = line;
  }
  return null;
}

/** Every second receipt and the last: a later one confirms what the earlier ones did. */
function thinned(receipts: readonly string[]): string[] {
  return receipts.filter((_, place) => (receipts.length - 1 - place) % 2 === 0);
}

/** Puts the game last in the list of games, and forgets the oldest beyond the limit. */
function remember(match: string): void {
  const games = JSON.parse(stored(GAMES) ?? "[]") as string[];
  if (games.at(-1) === match) return;
  const all = [...games.filter((game) => game !== match), match];
  for (const old of all.slice(0, -MOST_GAMES)) store(keyOf(old), null);
  store(GAMES, JSON.stringify(all.slice(-MOST_GAMES)));
}
