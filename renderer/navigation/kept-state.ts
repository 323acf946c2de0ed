/** State that the page keeps while the window is open, because leaving a screen must not lose it. Deleted when its project is removed. */
const all = new Set<Map<string, unknown>>();

/** States by key. A key contains the ID of the project and whatever else distinguishes states, separated by spaces. */
export function keptStates<T>(): Map<string, T> {
  const states = new Map<string, T>();
  all.add(states);
  return states;
}

/**
 * As `keptStates`, and also kept when the page is reloaded. `name` is unique. `read` checks a stored value; undefined drops it. Never keep
 * data about a person with it.
 */
export function statesAfterReload<T>(name: string, read: (value: unknown) => T | undefined): Map<string, T> {
  const states = keptStates<T>();
  try {
    const stored: unknown = JSON.parse(globalThis.sessionStorage.getItem(name) ?? '[]');
    for (const entry of Array.isArray(stored) ? stored : []) {
      const [key, value] = entry as readonly [unknown, unknown];
      const known = read(value);
      if (typeof key === 'string' && known !== undefined) states.set(key, known);
    }
  } catch {
    // Another text, or a storage that is not allowed: nothing is kept.
  }
  globalThis.addEventListener?.('pagehide', () => {
    try {
      globalThis.sessionStorage.setItem(name, JSON.stringify([...states]));
    } catch {
      // The page also works when the storage is full or not allowed.
    }
  });
  return states;
}

/** Deletes the states of a removed project. */
export function forgetStates(id: string): void {
  for (const states of all) for (const key of states.keys()) if (key.split(' ').includes(id)) states.delete(key);
}
