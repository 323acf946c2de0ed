/** Settings of the page that outlive it, such as the width of a pane. Losing one costs a click. Never store data about a person here. */

/** The remembered value of a key; null when there is none, or none that this page wrote. */
export function remembered(key: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    globalThis.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page also works when the storage is full or not allowed.
  }
}
