import type { Down, Up } from "$base/wire";

export type LineState = "opening" | "open" | "lost" | "closed";

export interface Listener {
  opened: () => void;
  received: (message: Down) => void;
  changed: (state: LineState) => void;
}

const WAITS = [0, 250, 500, 1000, 2000, 3000]; // milliseconds between attempts; the last one repeats
const OPEN_TIMEOUT = 4000; // milliseconds for a socket that neither opens nor fails
const SILENCE = 20_000; // milliseconds without a message until the line is asked whether it is alive
const ANSWER = 2000; // milliseconds that a slow line has to answer
const ANSWER_AWAKE = 500; // milliseconds: a player who wakes their phone is back within a second

/** A socket that reconnects until it is closed, and is checked after the page was hidden. */
export class Line {
  #url: string;
  #listener: Listener;
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #abort = new AbortController();

  constructor(url: string, listener: Listener) {
    this.#url = url;
    this.#listener = listener;
    const { signal } = this.#abort;
    document.addEventListener("visibilitychange", () => this.#visibilityChanged(), { signal });
    addEventListener("online", () => this.retry(), { signal }); // another network: the old socket is dead
    addEventListener("pageshow", (event) => event.persisted && this.retry(), { signal }); // the browser closed the socket when it cached the page
    this.#connect();
  }

  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Returns whether the message could be sent. Nothing is queued: after a reconnect everything is asked again. */
  send(message: Up): boolean {
    if (!this.open) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Connects now, without waiting. */
  retry(): void {
    if (this.#closed) return;
    this.#tries = 0;
    this.#drop();
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#abort.abort();
    this.#drop();
    this.#listener.changed("closed");
  }

  #connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#listener.changed(this.#tries === 0 ? "opening" : "lost");
    this.#timer = setTimeout(() => this.#lost(socket), OPEN_TIMEOUT);
    socket.onopen = () => {
      clearTimeout(this.#timer);
      this.#listener.changed("open");
      this.#listener.opened();
      if (isHidden()) this.send({ type: "looking", looking: false });
      this.#markAlive();
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      this.#markAlive();
      const message = JSON.parse(data) as Down;
      if (message.type === "welcome") this.#tries = 0; // a line that is refused retries ever more seldom
      this.#listener.received(message);
    };
    socket.onclose = () => this.#lost(socket);
  }

  /** The page was hidden or is visible again. */
  #visibilityChanged(): void {
    if (isHidden()) this.send({ type: "looking", looking: false });
    else if (this.open) this.#probe(ANSWER_AWAKE);
    else this.retry();
  }

  /** A message arrived: the line is alive for now. */
  #markAlive(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => !isHidden() && this.#probe(ANSWER), SILENCE);
  }

  /** Replaces a socket that does not answer: sockets die while phones sleep or change networks. */
  #probe(answer: number): void {
    if (!this.send({ type: "looking", looking: true })) return;
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.retry(), answer);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#closed) return;
    this.#drop();
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)];
    this.#listener.changed("lost");
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#silenceTimer);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

const isHidden = () => document.visibilityState === "hidden";
