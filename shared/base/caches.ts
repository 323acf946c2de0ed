/** Caches of values from a list: names and places repeat. A thread clears them after each task, so that it keeps no person. */
const caches: Map<unknown, unknown>[] = [];

export function createCache<K, V>(): Map<K, V> {
  const cache = new Map<K, V>();
  caches.push(cache);
  return cache;
}

export function clearCaches(): void {
  for (const cache of caches) cache.clear();
}
