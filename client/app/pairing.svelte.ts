import { newBigScreen, pairedScreen, Refusal } from "$table/api";

const ASK_EVERY = 1_500; // milliseconds
const AFTER_A_FAILURE = 5_000;

/** Gets a number for this big screen and asks for its table until it has one. */
export class Pairing {
  number = $state<string | null>(null);
  /** The house cannot be reached, or gives no number now. */
  failed = $state(false);
  #secret: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(readonly paired: (table: string) => void) {
    void this.#step();
  }

  stop(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  async #step(): Promise<void> {
    let wait = ASK_EVERY;
    try {
      const table = await this.#ask();
      this.failed = false;
      if (this.#over) return;
      if (table !== null) {
        this.paired(table);
        return;
      }
    } catch (thrown) {
      const expired = thrown instanceof Refusal && thrown.why === "no-such-screen";
      if (expired) this.#secret = null;
      else {
        this.failed = true;
        wait = AFTER_A_FAILURE;
      }
    }
    if (!this.#over) this.#timer = setTimeout(() => void this.#step(), wait);
  }

  async #ask(): Promise<string | null> {
    if (this.#secret !== null) return (await pairedScreen(this.#secret)).table;
    const { number, secret } = await newBigScreen();
    this.number = number;
    this.#secret = secret;
    return null;
  }
}
