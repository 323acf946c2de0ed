/** Waits for a condition on a possibly busy machine. */
import { vi } from 'vitest';

/** Calls `look` until it does not throw; rethrows its last error after 30 seconds. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 30_000, interval: 50 });
}
