/** Ready lists for all tests of a file. */
import { afterAll, afterEach } from 'vitest';
import type { ConnectionSettings } from '../../shared/contract/index.ts';
import { lend } from './lend.ts';
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

/** Prepares `count` equal lists, each with its own practice service, and lends them to tests that run at the same time. */
export async function setupReadyLists(count: number): Promise<<R>(work: (readyList: ReadyList) => Promise<R>) => Promise<R>> {
  const readyLists = await Promise.all(Array.from({ length: count }, () => ReadyList.prepare()));
  afterAll(() => Promise.all(readyLists.map((readyList) => readyList.close())));
  return lend([...readyLists]);
}
