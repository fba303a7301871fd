/** Keeps the screen on while `wanted` is true. Browsers allow it on https and localhost only. Call it from a component. */
export function keepScreenAwake(wanted: () => boolean): void {
  $effect(() => {
    if (!wanted() || !("wakeLock" in navigator)) return;
    let over = false;
    let lock: WakeLockSentinel | null = null;
    const asked = async () => {
      if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
      lock = await navigator.wakeLock.request("screen").catch(() => null); // the browser may refuse when the battery is low
      if (over) void lock?.release();
    };
    const ask = () => void asked();
    ask();
    document.addEventListener("visibilitychange", ask); // the browser releases the lock of a hidden page
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  });
}
