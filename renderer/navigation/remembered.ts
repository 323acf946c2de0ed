/** Settings of the page itself that outlive it, such as the width of a pane. If lost, they cost a click; nothing about a person belongs here. */

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
    // A full or forbidden storage must not stop the user.
  }
}
