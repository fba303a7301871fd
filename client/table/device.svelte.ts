import { correction, type Measured } from "./calibration";
import { store, stored } from "$base/storage";

const KEY = "device";

function remembered(): Measured | null {
  try {
    const { offset, spread } = JSON.parse(stored(KEY) ?? "{}") as Partial<Measured>;
    return Number.isFinite(offset) && Number.isFinite(spread) ? ({ offset, spread } as Measured) : null;
  } catch {
    return null;
  }
}

/** The measurement of this device. It never leaves the device; the server learns only that it is corrected. */
class Device {
  measured = $state.raw<Measured | null>(remembered());

  /** Milliseconds by which this device is later than an ordinary one; null if it counts as not measured. */
  get lag(): number | null {
    return this.measured && correction(this.measured);
  }

  remember(measured: Measured | null): void {
    this.measured = measured;
    store(KEY, measured && JSON.stringify(measured));
  }
}

export const device = new Device();
