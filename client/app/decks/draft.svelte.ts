import type { AnyDeck } from "$board/decks";
import type { Finding, Problem } from "$base/wire";
import { Refusal } from "$table/api";

import { reasonOf } from "../reasons";
import { tryDeck, writeDeck } from "./api";
import { keepDeck, type KeptDeck } from "./kept";

const PAUSE = 500; // ms without a key before the house is asked
const IDLE = 4_000; // ms without a change before bots play by themselves
const A_FEW = 40; // games
/** Games that bots play when they are asked to. */
export const MANY = 150;

/** A deck while it is written: kept in this browser with every change, and tried by bots when the fingers rest. */
export class Draft {
  #kept: KeptDeck;
  deck = $state.raw<AnyDeck>({ title: "", cards: [] });
  text = $state<string | null>(null);
  problems = $state.raw<readonly Problem[]>([]);
  findings = $state.raw<readonly Finding[]>([]);
  /** Games that the findings come from. */
  games = $state(0);
  /** Bots look at the deck now. */
  busy = $state(false);
  trouble = $state("");
  /** The browser has kept the last change. */
  safe = $state(true);
  #trial: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = 0;

  constructor(kept: KeptDeck) {
    this.#kept = kept;
    this.deck = kept.deck;
    this.text = kept.text;
  }

  get game(): string {
    return this.#kept.game;
  }

  change(deck: AnyDeck): void {
    this.deck = deck;
    this.text = null;
    this.busy = false;
    this.#keep();
    this.wait();
  }

  /** Asks the house as soon as nothing changes any more. */
  wait(pause = PAUSE): void {
    this.rest();
    const version = this.#version;
    this.#timer = setTimeout(() => void this.#look(version), pause);
  }

  /** Ends what waits. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#version++;
  }

  /** The deck as a file, as soon as the house has read it; `null` if something is wrong with it. */
  async finished(): Promise<string | null> {
    if (this.text === null) {
      this.rest();
      await this.#read(this.#version);
    }
    return this.text;
  }

  /** Bots play so many games with the deck as it is now. */
  async play(games: number): Promise<void> {
    if (this.text !== null && games > this.games) await this.#ask(this.#version, games);
  }

  async #look(version: number): Promise<void> {
    await this.#read(version);
    if (this.text !== null) await this.#ask(version, 0);
    if (version === this.#version) this.#timer = setTimeout(() => void this.play(A_FEW), IDLE);
  }

  async #read(version: number): Promise<void> {
    try {
      const { text, problems } = await writeDeck(this.game, this.deck);
      if (version !== this.#version) return;
      this.problems = problems;
      this.text = problems.length > 0 ? null : text;
      this.trouble = "";
      this.games = 0;
      this.#keep();
      if (problems.length > 0) this.findings = [];
    } catch (thrown) {
      this.#say(thrown);
    }
  }

  /** One trial at a time: what was asked for an older deck ends first, and no other older one begins. */
  async #ask(version: number, games: number): Promise<void> {
    this.busy = version === this.#version;
    await this.#trial;
    if (version === this.#version) await (this.#trial = this.#try(version, games));
  }

  async #try(version: number, games: number): Promise<void> {
    try {
      const { findings } = await tryDeck(this.game, this.deck, games);
      if (version !== this.#version) return; // about a deck that has changed since
      this.findings = findings;
      this.games = games;
      this.trouble = "";
    } catch (thrown) {
      this.#say(thrown);
    } finally {
      if (version === this.#version) this.busy = false;
    }
  }

  /** A busy house is asked again with the next change. */
  #say(thrown: unknown): void {
    if (!(thrown instanceof Refusal && thrown.why === "flood")) this.trouble = reasonOf(thrown);
  }

  #keep(): void {
    this.#kept = { ...this.#kept, deck: this.deck, text: this.text, changed: Date.now() };
    this.safe = keepDeck(this.#kept);
  }
}
