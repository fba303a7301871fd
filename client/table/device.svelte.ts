import type { Measured } from "./calibration";
import { store, stored } from "$base/storage";

const KEY = "device";
/** The house charges back whoever is later than his line explains; so more than this would buy nothing. */
const LIMIT = 8;

function remembered(): Measured | null {
  try {
    const { offset, spread } = JSON.parse(stored(KEY) ?? "{}") as Partial<Measured>;
    return Number.isFinite(offset) && Number.isFinite(spread) ? ({ offset, spread } as Measured) : null;
  } catch {
    return null;
  }
}

/** The device this page runs on, as it was measured. It never leaves the device; only that it was measured does. */
class Device {
  measured = $state.raw<Measured | null>(remembered());

  /** By how many milliseconds what is shown is seen later than the page thinks; null where nobody measured. */
  get lag(): number | null {
    return this.measured && Math.min(LIMIT, Math.max(-LIMIT, this.measured.offset));
  }

  remember(measured: Measured | null): void {
    this.measured = measured;
    store(KEY, measured && JSON.stringify(measured));
  }
}

export const device = new Device();
