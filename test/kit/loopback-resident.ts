/** Runs built loopback hosts, one after the other, with the same threads. */
import { pathToFileURL } from 'node:url';
import type { PoolOf, WorkerPool } from '../../main/worker/entry/pool.ts';
import { builtFile } from '../../scripts/targets.mjs';
import { lentPool } from './lent-pool.ts';
import { residesHere } from './residents.ts';

const entry = pathToFileURL(builtFile('loopback')).href;
const { startLoopback } = (await import(entry)) as typeof import('../../main/loopback/index.ts');

let threads: WorkerPool | null = null;

const poolOf: PoolOf = (create) => lentPool((threads ??= create()));

residesHere(async (order) => {
  const dataDir = order as string;
  const host = await startLoopback({ dataDir, poolOf }, entry);
  return { started: host.pageUrl(), end: () => host.close() };
});
