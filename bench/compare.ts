/**
 * How long the comparison with an earlier screening takes when a user opens the results of a long list. The built worker opens two projects
 * with the same people as the window does: first the results, then the comparison, with pages in between. The baseline in the same run
 * requests the same pages without a comparison. Then compares with ten earlier lists, none of which has the last person, so that each is
 * read; the baseline is the comparison with one. Then searches both for a person by name. Prints one line of JSON.
 * npm run build && npx -c 'node bench/compare.ts [--rows 1000000]'
 */
import { NO_VERDICTS } from '../main/worker-protocol/review.ts';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { RunningTask } from '../main/platform/ports.ts';
import { type ContractAsk, NO_OFFICE } from '../main/worker-protocol/queries.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { csvOf, listRows, OVERVIEW, profileFor, ResultProject, savedRequest, type SavedRequest } from '../test/kit/result-project.ts';
import { median, round } from './numbers.ts';

const OVERALL = 'mostRecentScore.overallScore';
/** Profiles created at once. */
const AT_ONCE = 2000;
/** The number of earlier lists in the comparison with many. */
const MANY_LISTS = 10;
/** Milliseconds between two pages while the user scrolls. */
const PAGE_EVERY_MS = 50;

function* answer(rows: number, shift: number): Generator<Buffer> {
  for (let from = 0; from < rows; from += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, rows - from) }, (_, at) => {
      const profile = profileFor(from + at);
      return JSON.stringify({
        ...profile,
        mostRecentScore: { ...(profile['mostRecentScore'] as object), overallScore: ((from + at) % 40) / 10 + shift },
      });
    });
    yield Buffer.from(`${from === 0 ? '[' : ','}${part.join(',')}${from + AT_ONCE >= rows ? ']' : ''}`);
  }
}

interface Stored {
  readonly folder: string;
  readonly request: SavedRequest;
}

/** Runs in a separate process (see `createApart`), so that its memory is not measured. */
async function create(rows: number, shift: number): Promise<Stored> {
  const project = await ResultProject.of(csvOf(listRows(rows)));
  await project.collect({ profiles: answer(rows, shift) });
  return { folder: project.folder, request: savedRequest(project) };
}

function createApart(rows: number, shift: number): Stored {
  const argv = [fileURLToPath(import.meta.url), '--rows', String(rows), '--create', String(shift)];
  const { stdout, status } = spawnSync(process.execPath, argv, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error('a project was not created');
  return JSON.parse(stdout) as Stored;
}

/** Requests pages until `done` settles, and at least ten. Returns the milliseconds of each request. */
async function scroll(
  task: RunningTask<'query'>,
  page: ContractAsk<'results.page'>,
  rows: number,
  done: Promise<unknown>,
): Promise<number[]> {
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  const took: number[] = [];
  while (!isDone || took.length < 10) {
    const start = performance.now();
    await task.ask('results.page', { ...page, offset: (took.length * 9973) % Math.max(1, rows - 100) });
    took.push(performance.now() - start);
    await setTimeout(PAGE_EVERY_MS);
  }
  return took;
}

type Screening = ResultProject['request'];

/** Searches by name for a person who is in none of the screenings: duration, longest block of the main thread, and duration of a cancel. */
async function findPerson(pool: ReturnType<typeof createWorkerPool>, screenings: readonly Screening[]) {
  const names = { primaryFirst: 'Nobody', primaryLast: 'Anywhere', postalCode: '01609' } as const;
  const person = Object.entries(names).map(([field, value]) => ({ field: field as keyof typeof names, value }));
  const spawn = () => pool.spawn('findPerson', { person, screenings, inProgress: [] });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  await spawn().result;
  const ms = tenths(performance.now() - start);
  delay.disable();
  const canceled = spawn();
  await setTimeout(Math.min(200, ms / 4));
  const asked = performance.now();
  canceled.cancel();
  await canceled.result.catch(() => undefined);
  return { absentMs: ms, mainThreadHeldMs: tenths(delay.max / 1e6), canceledMs: tenths(performance.now() - asked) };
}

const worst = (values: readonly number[]) => tenths(Math.max(...values));
const tenths = (value: number) => round(value, 1);
const tenthsOfMedian = (values: readonly number[]) => tenths(median(values));

async function main(rows: number): Promise<void> {
  const projects = [createApart(rows - 1, 0), createApart(rows, 0.5)] as const;
  const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url));
  try {
    const [before, now] = projects.map(({ folder, request }) => ResultProject.reopen(folder, request).request);
    const earlier = [{ projectId: 'other', name: 'Before', at: null, source: before!, verdicts: NO_VERDICTS }];
    const page: ContractAsk<'results.page'> = {
      options: { sendErrors: false, resendRecent: false },
      selection: { outcome: 'scored', filters: [], find: '' },
      columns: [OVERALL],
      sort: null,
      earlier: [],
      verdicts: NO_VERDICTS,
      office: NO_OFFICE,
      offset: 0,
      limit: 100,
    };
    const open = async () => {
      const task = pool.spawn('query', now!);
      task.result.catch(() => undefined);
      const start = performance.now();
      await task.ask('results.get', OVERVIEW);
      await task.ask('results.page', page);
      // The columns that are shown first are loaded after the first page.
      await setTimeout(3000);
      return { task, firstPageMs: tenths(performance.now() - start - 3000) };
    };
    const alone = await open();
    const baseline = await scroll(alone.task, page, rows, Promise.resolve());
    alone.task.cancel();
    await alone.task.result.catch(() => undefined);

    const { task, firstPageMs } = await open();
    const rssBefore = process.memoryUsage.rss();
    const start = performance.now();
    const compared = task
      .ask('results.since', { ...OVERVIEW, since: OVERALL, earlier })
      .then(({ counts }) => ({ counts, ms: performance.now() - start }));
    const during = await scroll(task, { ...page, since: OVERALL, earlier }, rows, compared);
    const { counts, ms } = await compared;
    if (counts.higher !== rows - 1) throw new Error(`${counts.higher} higher of ${rows}`);
    const sorting = performance.now();
    await task.ask('results.page', {
      ...page,
      sort: { column: OVERALL, descending: true, bySince: true },
      earlier,
    });
    const sortedMs = tenths(performance.now() - sorting);
    const again = await scroll(
      task,
      { ...page, sort: { column: OVERALL, descending: true, bySince: true }, earlier },
      rows,
      Promise.resolve(),
    );
    const memoryMB = tenths((process.memoryUsage.rss() - rssBefore) / 1024 ** 2);
    const since = async (lists: number) => {
      const others = Array.from({ length: lists }, (_, list) => ({ ...earlier[0]!, projectId: `${lists}-${list}` }));
      const begun = performance.now();
      const found = await task.ask('results.since', { ...OVERVIEW, since: OVERALL, earlier: others });
      if (found.counts.new !== 1) throw new Error(`${found.counts.new} new people of ${rows}`);
      return tenths(performance.now() - begun);
    };
    // The task keeps the last comparison, which is the one with one list.
    const manyMs = await since(MANY_LISTS);
    const oneMs = await since(1);
    const manyMemoryMB = tenths((process.memoryUsage.rss() - rssBefore) / 1024 ** 2);
    task.cancel();
    await task.result.catch(() => undefined);
    const search = await findPerson(pool, [before!, now!]);
    console.log(
      JSON.stringify({
        bench: 'compare',
        rows,
        firstPageMs,
        compareMs: tenths(ms),
        pagesMs: {
          alone: { median: tenthsOfMedian(baseline), worst: worst(baseline) },
          during: { median: tenthsOfMedian(during), worst: worst(during) },
        },
        times: tenths(tenthsOfMedian(during) / tenthsOfMedian(baseline)),
        withChangesMs: { median: tenthsOfMedian(again), worst: worst(again) },
        sortedMs,
        memoryMB,
        oneMs,
        manyMs,
        manyTimes: round(manyMs / oneMs / MANY_LISTS),
        manyMemoryMB,
        pageTargetMs: 50,
        search,
      }),
    );
  } finally {
    await pool.close();
    for (const { folder } of projects) rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, create: { type: 'string' } } });
if (values.create === undefined) await main(Number(values.rows));
else console.log(JSON.stringify(await create(Number(values.rows), Number(values.create))));
