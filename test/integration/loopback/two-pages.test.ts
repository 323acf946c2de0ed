/** Two pages of one host: what one changes, the other reads again, each query once, and the page itself reads nothing twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startLoopback, type RunningLoopback } from '../../../main/loopback/index.ts';
import type { Client } from '../../../renderer/api/client.ts';
import { createQueryClient } from '../../../renderer/api/queries.ts';
import { acceptAnswer, applyAnswer, applyEvent, beginCommand } from '../../../renderer/api/query-cache.ts';
import type { CommandName, Input, Output, QueryName } from '../../../shared/contract/index.ts';
import { eventually } from '../../kit/eventually.ts';
import { loopbackClient } from '../../kit/loopback-client.ts';

let folder: string;
let running: RunningLoopback;
let id: string;
const left = new AbortController();

/** What the page shows of a query. */
interface Shown<N extends QueryName> {
  readonly data: () => Output<N> | undefined;
  /** How often it was asked since the last `forget`. */
  readonly reads: () => number;
  readonly forget: () => void;
}

/** A page without a screen: its cache, its events and its commands. */
class TestPage {
  readonly client: Client;
  private readonly cache: QueryClient = createQueryClient();

  constructor(url: string) {
    this.client = loopbackClient(url, left.signal);
    this.client.subscribe((event) => {
      applyEvent(this.cache, event);
    });
  }

  async show<N extends QueryName>(name: N, input: Input<N>): Promise<Shown<N>> {
    let reads = 0;
    const queryKey = [name, input];
    const queryFn = async () => {
      reads += 1;
      return acceptAnswer(this.cache, name, await this.client.call(name, input));
    };
    new QueryObserver(this.cache, { queryKey, queryFn }).subscribe(() => undefined);
    await eventually(() => {
      if (this.cache.getQueryData(queryKey) === undefined) throw new Error(`${name} is not read yet`);
    });
    return { data: () => this.cache.getQueryData<Output<N>>(queryKey), reads: () => reads, forget: () => (reads = 0) };
  }

  async run<N extends CommandName>(name: N, input: Input<N>): Promise<void> {
    const sent = beginCommand(this.cache, name, input);
    applyAnswer(this.cache, sent, await this.client.call(name, input));
    await this.settled();
  }

  /** Resolves once no query is being read. */
  async settled(): Promise<void> {
    await eventually(() => {
      if (this.cache.isFetching() > 0) throw new Error('the page is still reading');
    });
  }

  close(): void {
    this.cache.clear();
  }
}

let mine: TestPage;
let theirs: TestPage;

beforeAll(async () => {
  vi.stubEnv('DESK_KEYCHAIN', 'none');
  folder = mkdtempSync(join(tmpdir(), 'desk-pages-'));
  running = await startLoopback({ dataDir: join(folder, 'data') }, new URL('../../../main/loopback/index.ts', import.meta.url).href);
  mine = new TestPage(running.pageUrl());
  theirs = new TestPage(running.pageUrl());
  const project = await mine.client.call('projects.sample', { sample: 'messy' });
  ({ id } = project);
  await eventually(async () => {
    if ((await mine.client.call('projects.get', { id })).state.at !== 'draft') throw new Error('the sample is not read yet');
  });
  await mine.client.call('check.get', { id });
});
afterAll(async () => {
  mine.close();
  theirs.close();
  left.abort();
  await running.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});
/** Runs a command in one page; returns how often each page has read the query until the other one shows the change. */
async function readsFor<N extends QueryName, C extends CommandName>(
  [query, asked]: readonly [N, Input<N>],
  [command, input]: readonly [C, Input<C>],
  isChanged: (value: Output<N>) => boolean,
): Promise<readonly number[]> {
  const [here, there] = [await mine.show(query, asked), await theirs.show(query, asked)];
  await mine.settled();
  await theirs.settled();
  here.forget();
  there.forget();
  await mine.run(command, input);
  expect(isChanged(here.data()!)).toBe(true);
  await eventually(() => {
    if (!isChanged(there.data()!)) throw new Error(`the other page does not show what ${command} has changed`);
  });
  await theirs.settled();
  return [here.reads(), there.reads()];
}

it('of settings of the office', async () => {
  const names = await readsFor(['templates.list', {}], ['templates.save', { id, name: 'Gala lists' }], (templates) =>
    templates.some(({ name }) => name === 'Gala lists'),
  );
  expect(names).toEqual([1, 1]);
  const presets = await readsFor(
    ['scorePresets.list', {}],
    ['scorePresets.save', { name: 'Spring', configuration: { scoreWeights: { propensity: 1, affinity: 1, capacity: 8 } } }],
    (saved) => saved.some(({ name }) => name === 'Spring'),
  );
  expect(presets).toEqual([1, 1]);
});

it('of a list, where an event with its snapshot says the same', async () => {
  const { rows } = await mine.client.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 2 });
  const [first, second] = rows.map(({ row }) => row);
  // The first change of a list also writes its first check.
  await mine.run('check.leaveOut', { id, rows: [first!], leaveOut: true });
  const { leftOut } = await mine.client.call('check.get', { id });
  const reads = await readsFor(
    ['check.get', { id }],
    ['check.leaveOut', { id, rows: [second!], leaveOut: true }],
    (check) => check.leftOut === leftOut + 1,
  );
  // The answer of the command has what the page that made it shows.
  expect(reads).toEqual([0, 1]);
});
