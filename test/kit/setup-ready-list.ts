/** One `ReadyList` for all tests of a file. */
import { afterAll, afterEach } from 'vitest';
import type { ConnectionSettings } from '../../shared/contract/index.ts';
import { ReadyList } from './ready-list.ts';

/**
 * Prepares a list of `rows` rows and a practice service for the file that calls it, removes the faults of the service after each test,
 * and closes both after the last one.
 */
export async function setupReadyList(rows?: number, settings?: Partial<ConnectionSettings>): Promise<ReadyList> {
  const readyList = await ReadyList.prepare(rows, settings);
  afterEach(async () => {
    await readyList.practice.client.clearFaults();
  });
  afterAll(() => readyList.close());
  return readyList;
}
