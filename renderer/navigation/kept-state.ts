/** State that the page keeps while the window is open, because leaving a screen must not lose it. Deleted when its project is removed. */
const all = new Set<Map<string, unknown>>();

/** States by key. A key contains the ID of the project and whatever else distinguishes states, separated by spaces. */
export function keptStates<T>(): Map<string, T> {
  const states = new Map<string, T>();
  all.add(states);
  return states;
}

/** Deletes the states of a removed project. */
export function forgetStates(id: string): void {
  for (const states of all) for (const key of states.keys()) if (key.split(' ').includes(id)) states.delete(key);
}
