/** A page has the event of a change before the answer of the call that made it, so that it reads what depends on the change once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startLoopback, type RunningLoopback } from '../../../main/loopback/index.ts';
import type { Client } from '../../../renderer/api/client.ts';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { INITIAL_WEIGHTS, type OrderSettings } from '../../../shared/order/index.ts';
import { eventually } from '../../kit/eventually.ts';
import { loopbackClient } from '../../kit/loopback-client.ts';

let folder: string;
let running: RunningLoopback;
let client: Client;
const left = new AbortController();
/** The last view of each project that an event brought. */
const received = new Map<string, ProjectView>();

beforeAll(async () => {
  vi.stubEnv('DESK_KEYCHAIN', 'none');
  folder = mkdtempSync(join(tmpdir(), 'desk-order-'));
  running = await startLoopback({ dataDir: join(folder, 'data') }, new URL('../../../main/loopback/index.ts', import.meta.url).href);
  client = loopbackClient(running.pageUrl(), left.signal);
  client.subscribe((event) => {
    if (event.name === 'project.changed') received.set(event.payload.id, event.payload);
  });
});
afterAll(async () => {
  left.abort();
  await running.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

let id: string;
beforeEach(async () => {
  ({ id } = await client.call('projects.sample', { sample: 'messy' }));
  await eventually(() => {
    if (received.get(id)?.state.at !== 'draft') throw new Error('the sample is not read yet');
  });
  await client.call('check.get', { id });
});

/** The version that events had brought when the answer of the call arrived, and the stored one. */
async function versions(call: Promise<unknown>): Promise<readonly [number | undefined, number]> {
  await call;
  const version = received.get(id)?.version;
  return [version, (await client.call('projects.get', { id })).version];
}

const best = (people: number): OrderSettings => ({
  by: { kind: 'weights', weights: INITIAL_WEIGHTS },
  cut: { kind: 'people', people },
  sample: 0,
  seed: 1,
});
const firstRows = async (limit: number) => {
  const { rows } = await client.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit });
  return rows.map(({ row }) => row);
};

it('of commands in quick succession', async () => {
  const first = received.get(id)!.version;
  for (const row of await firstRows(3)) {
    const [seen, now] = await versions(client.call('check.edit', { id, row, field: 'city', value: `Town ${row}` }));
    expect(seen).toBe(now);
  }
  for (const people of [2, 3]) {
    const [seen, now] = await versions(client.call('cost.choose', { id, best: best(people) }));
    expect(seen).toBe(now);
  }
  expect(received.get(id)!.version).toBeGreaterThanOrEqual(first + 5);
});

it('of a query that stores the order of a list that has changed', async () => {
  await client.call('cost.choose', { id, best: best(2) });
  await client.call('check.leaveOut', { id, rows: await firstRows(1), leaveOut: true });
  const before = received.get(id)!.version;
  const [seen, now] = await versions(client.call('cost.get', { id }));
  expect(seen).toBe(now);
  expect(now).toBeGreaterThan(before);
});
