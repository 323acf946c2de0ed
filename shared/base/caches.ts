/**
 * Caches for processing values that repeat in a list, such as names and places. A thread clears them after each task because they hold
 * personal data.
 */
const caches: Map<unknown, unknown>[] = [];

export function createCache<K, V>(): Map<K, V> {
  const cache = new Map<K, V>();
  caches.push(cache);
  return cache;
}

export function clearCaches(): void {
  for (const cache of caches) cache.clear();
}
