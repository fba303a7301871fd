// What this client uses and Chrome 63 lacks. `make old-tv` plays every game without it missing anything.
import "core-js/actual/global-this";
import "core-js/actual/queue-microtask";
import "core-js/actual/structured-clone";
import "core-js/actual/array/at";
import "core-js/actual/array/flat";
import "core-js/actual/array/flat-map";
import "core-js/actual/array/find-last";
import "core-js/actual/array/find-last-index";
import "core-js/actual/array/to-reversed";
import "core-js/actual/array/to-sorted";
import "core-js/actual/array/to-spliced";
import "core-js/actual/object/from-entries";
import "core-js/actual/object/has-own";
import "core-js/actual/promise/all-settled";
import "core-js/actual/promise/finally";
import "core-js/actual/promise/with-resolvers";
import "core-js/actual/string/at";
import "core-js/actual/string/match-all";
import "core-js/actual/string/replace-all";
import "core-js/actual/string/trim-start";
import "core-js/actual/string/trim-end";
import "core-js/actual/symbol/description";

/** Names in a row; old browsers do not know where a language puts its "and". */
class PlainList {
  format(names: Iterable<string>): string {
    return [...names].join(", ");
  }
}

/** Compares sizes before each frame. Chrome 63 is the only one without. */
class PolledSizes {
  readonly #sizes = new Map<Element, string>();
  readonly #tell: (entries: { target: Element }[]) => void;

  constructor(tell: (entries: { target: Element }[]) => void) {
    this.#tell = tell;
    const look = () => {
      const changed = [...this.#sizes].filter(([element, size]) => sizeOf(element) !== size);
      for (const [element] of changed) this.#sizes.set(element, sizeOf(element));
      if (changed.length > 0) this.#tell(changed.map(([target]) => ({ target })));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }

  observe(element: Element): void {
    this.#sizes.set(element, "");
  }

  unobserve(element: Element): void {
    this.#sizes.delete(element);
  }

  disconnect(): void {
    this.#sizes.clear();
  }
}
const sizeOf = (element: Element) => `${element.clientWidth} ${element.clientHeight}`;

function isVisible(this: Element): boolean {
  return this.getClientRects().length > 0 && getComputedStyle(this).visibility === "visible";
}

/** A signal that listeners can be tied to; requests of such a browser cannot be stopped anyway. */
class Signal {
  aborted = false;
  readonly #listeners: (() => void)[] = [];

  addEventListener(_: "abort", listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(): void {
    this.#listeners.length = 0;
  }

  throwIfAborted(): void {
    if (this.aborted) throw new Error("aborted");
  }

  abort(): void {
    this.aborted = true;
    this.#listeners.forEach((listener) => listener());
  }
}

class Controller {
  readonly signal = new Signal();

  abort(): void {
    this.signal.abort();
  }
}

function timeout(milliseconds: number): AbortSignal {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
}

/** Whether `addEventListener` knows `signal`: Chrome 88 is the first. */
function tiesListeners(): boolean {
  let isAsked = false;
  const options = Object.defineProperty({}, "signal", { get: () => void (isAsked = true) });
  document.createElement("i").addEventListener("click", () => undefined, options);
  return isAsked;
}

function tieListeners(): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with each target as `this`
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window; // `addEventListener(…)` without an object
    add.call(target, type, listener, options);
    const signal = typeof options === "object" ? options.signal : undefined;
    signal?.addEventListener("abort", () => target.removeEventListener(type, listener, options));
  };
}

const add = (to: object, name: string, value: unknown) => {
  if (!(name in to)) Object.defineProperty(to, name, { value, configurable: true, writable: true });
};

add(window, "ResizeObserver", PolledSizes);
add(Intl, "ListFormat", PlainList);
add(Element.prototype, "checkVisibility", isVisible);
add(window, "AbortController", Controller);
add(window, "AbortSignal", Signal);
add(AbortSignal, "timeout", timeout);
if (!tiesListeners()) tieListeners();
