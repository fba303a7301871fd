import { games } from "$table/api";
import type { BoardModule } from "$board/types";
import type { OnTheShelf } from "$base/wire";

import { importModule } from "./importModule";

/** The games of other packages: what the build does not hold is loaded from the house. */
class Foreign {
  #signs = $state.raw<Readonly<Record<string, string>>>({});
  #games = $state.raw<readonly OnTheShelf[]>([]);
  #asked: Promise<readonly OnTheShelf[]> | undefined;

  /** Remembers which games the house brings from other packages, and loads their drawings. */
  learn(shelf: readonly OnTheShelf[]): void {
    this.#games = shelf.filter(({ place }) => place !== null);
    for (const { slug } of this.#games) void this.#loadSign(slug);
  }

  /** The games with the packages that they come from. */
  get packages(): readonly string[] {
    return this.#games.map(({ slug, package: origin }) => `${slug} (${origin ?? ""})`);
  }

  knows(slug: string): boolean {
    return this.#games.some((game) => game.slug === slug);
  }

  has(slug: string, file: string): boolean {
    return this.#games.some((game) => game.slug === slug && game.files.includes(file));
  }

  sign(slug: string): string | undefined {
    return this.#signs[slug];
  }

  /** The game's own board; `undefined` if it has none or it cannot be loaded. */
  async board(slug: string): Promise<BoardModule | undefined> {
    const place = await this.#placeOf(slug, "web/board.js");
    return place === undefined ? undefined : importModule<BoardModule>(new URL(place, document.baseURI).href);
  }

  async json<T>(slug: string, file: string): Promise<T | undefined> {
    const place = await this.#placeOf(slug, file);
    return place === undefined ? undefined : ((await (await fetch(place)).json()) as T);
  }

  /** The address of a file, as soon as the house has said what it has. */
  async #placeOf(slug: string, file: string): Promise<string | undefined> {
    if (this.#games.length === 0) this.learn(await (this.#asked ??= games()));
    const game = this.#games.find((other) => other.slug === slug);
    return game?.files.includes(file) ? `${game.place ?? ""}${file}` : undefined;
  }

  async #loadSign(slug: string): Promise<void> {
    const place = await this.#placeOf(slug, "art/sign.svg");
    const answer = place === undefined ? undefined : await fetch(place).catch(() => undefined);
    if (answer?.ok) this.#signs = { ...this.#signs, [slug]: await answer.text() };
  }
}

export const foreign = new Foreign();
