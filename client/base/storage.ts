const PREFIX = "taphouse.";

/** A private window may refuse to keep anything: then it is forgotten, and nothing breaks. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    return;
  }
}

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}
