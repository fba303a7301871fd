import { root } from "./root";

// Houses under other paths of the same server have keys of their own.
const PREFIX = root === "/" ? "taphouse." : `taphouse${root}`;

/** Stores a value, or removes it if null. A private window may refuse: then the value is lost without an error. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    return;
  }
}

/** What follows the prefix in the keys of all stored values that begin with it. */
export function storedUnder(prefix: string): readonly string[] {
  try {
    const start = PREFIX + prefix;
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length));
  } catch {
    return [];
  }
}

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}
