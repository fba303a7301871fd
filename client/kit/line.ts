import type { Down, Up } from "./wire";

export type LineState = "opening" | "open" | "lost" | "closed";

export interface Listener {
  opened: () => void;
  heard: (message: Down) => void;
  changed: (state: LineState) => void;
}

const WAITS = [0, 250, 500, 1000, 2000, 3000]; // the last one again and again
const PATIENCE = 4000; // for a socket that neither opens nor fails

/** A socket that comes back by itself until it is closed. */
export class Line {
  #url: string;
  #listener: Listener;
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #leave = new AbortController();

  constructor(url: string, listener: Listener) {
    this.#url = url;
    this.#listener = listener;
    const { signal } = this.#leave;
    const wake = () => {
      if (document.visibilityState === "visible" && this.#socket === null) this.retry();
    };
    document.addEventListener("visibilitychange", wake, { signal });
    addEventListener("pageshow", wake, { signal });
    addEventListener("online", () => this.retry(), { signal }); // another network: the old socket may be half dead
    this.#connect();
  }

  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Says whether it could be sent. Nothing is queued: what matters later is asked anew. */
  send(message: Up): boolean {
    if (!this.open) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Connect now, whatever the wait. */
  retry(): void {
    if (this.#closed) return;
    this.#tries = 0;
    this.#drop();
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#leave.abort();
    this.#drop();
    this.#listener.changed("closed");
  }

  #connect(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#listener.changed(this.#tries === 0 ? "opening" : "lost");
    this.#timer = setTimeout(() => this.#lost(socket), PATIENCE);
    socket.onopen = () => {
      clearTimeout(this.#timer);
      this.#tries = 0;
      this.#listener.changed("open");
      this.#listener.opened();
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#listener.heard(JSON.parse(data) as Down);
    socket.onclose = () => this.#lost(socket);
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
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
