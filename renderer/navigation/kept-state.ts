/** What the page keeps for as long as the window is open, because leaving a screen must not lose it. Nothing of a removed project stays. */
const all = new Set<Map<string, unknown>>();

/** By key: the ID of the project and what else tells the states apart, between blanks. */
export function keptStates<T>(): Map<string, T> {
  const states = new Map<string, T>();
  all.add(states);
  return states;
}

/** For a removed project. */
export function forgetStates(id: string): void {
  for (const states of all) for (const key of states.keys()) if (key.split(' ').includes(id)) states.delete(key);
}
