/** What of the browser a fair tap needs. Tests bring their own. */
export interface Browser {
  /** Milliseconds on the page's clock. */
  now: () => number;
  frame: (drawing: (at: number) => void) => void;
  /** Runs once the frame being drawn has left the page. */
  drawn: (run: () => void) => void;
  /** Runs once after so many milliseconds; returns how to call it off. */
  later: (run: () => void, ms: number) => () => void;
  /** Calls whenever the page is hidden or comes back; returns how to stop that. */
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
