/** The functions of the browser that a fair line needs. Tests replace them. */
export interface Browser {
  /** Milliseconds on the page's clock. */
  now: () => number;
  frame: (drawing: (at: number) => void) => void;
  /** Runs the function after the current frame was drawn. */
  drawn: (run: () => void) => void;
  /** Runs the function once after so many milliseconds; returns a function that cancels it. */
  later: (run: () => void, ms: number) => () => void;
  /** Calls the function whenever the page is hidden or shown; returns a function that stops that. */
  watch: (changed: (hidden: boolean) => void) => () => void;
}

export const browser: Browser = {
  now: () => performance.now(),
  frame: (drawing) => void requestAnimationFrame(drawing),
  drawn: (run) => {
    const { port1, port2 } = new MessageChannel(); // sooner than any timer
    port1.onmessage = () => {
      port1.close();
      run();
    };
    port2.postMessage(null);
  },
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  watch: (changed) => {
    const listen = () => changed(document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", listen);
    return () => document.removeEventListener("visibilitychange", listen);
  },
};
