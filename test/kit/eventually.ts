/** Waits for something to become true, on a machine that may be busy with other things. */
import { vi } from 'vitest';

/** Calls `look` until it no longer throws; ends in its last failure after half a minute. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 30_000, interval: 50 });
}
