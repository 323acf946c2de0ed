/** One `Inside` for all tests of a file. */
import { afterAll, afterEach } from 'vitest';
import type { ConnectionSettings } from '../../shared/contract/index.ts';
import { Inside } from './desk-inside.ts';

/**
 * Prepares a list of `rows` rows and a practice service for the file that calls it, removes the faults of the service after each test,
 * and closes both after the last one.
 */
export async function insideOfFile(rows?: number, settings?: Partial<ConnectionSettings>): Promise<Inside> {
  const inside = await Inside.open(rows, settings);
  afterEach(async () => {
    await inside.practice.client.clearFaults();
  });
  afterAll(() => inside.close());
  return inside;
}
