/** A cache that drops the least recently used value. */

export class LruCache<T> {
  private readonly entries = new Map<string, T>();
  private readonly size: number;

  constructor(most: number) {
    this.size = most;
  }

  /** The cached value, or null. */
  peek(key: string): T | null {
    return this.entries.get(key) ?? null;
  }

  /** The cached value; created if it is missing. */
  getOrCreate(key: string, make: () => T): T {
    const cached = this.entries.get(key);
    if (cached !== undefined) {
      this.entries.delete(key);
      this.entries.set(key, cached);
      return cached;
    }
    const made = make();
    if (this.entries.size >= this.size) this.entries.delete(this.entries.keys().next().value!);
    this.entries.set(key, made);
    return made;
  }

  clear(): void {
    this.entries.clear();
  }
}
