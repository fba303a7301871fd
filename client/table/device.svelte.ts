import type { Measured } from "./calibration";
import { store, stored } from "$base/storage";

const KEY = "device";
/** Milliseconds. A larger offset would bring nothing: the server corrects a player who is later than their line explains. */
const LIMIT = 8;

function remembered(): Measured | null {
  try {
    const { offset, spread } = JSON.parse(stored(KEY) ?? "{}") as Partial<Measured>;
    return Number.isFinite(offset) && Number.isFinite(spread) ? ({ offset, spread } as Measured) : null;
  } catch {
    return null;
  }
}

/** The measurement of this device. It never leaves the device; the server learns only that there is one. */
class Device {
  measured = $state.raw<Measured | null>(remembered());

  /** Milliseconds by which a picture is seen later than the page thinks; null if it was not measured. */
  get lag(): number | null {
    return this.measured && Math.min(LIMIT, Math.max(-LIMIT, this.measured.offset));
  }

  remember(measured: Measured | null): void {
    this.measured = measured;
    store(KEY, measured && JSON.stringify(measured));
  }
}

export const device = new Device();
