/**
 * Sorting a checked list in a worker: the first page by a text, a number and a date; a later page; and how soon a sort ends that is
 * canceled at its first progress report. Baselines: a search without a hit, which reads the same rows, and a plain sort of as many names in
 * memory. Uses the built worker. Prints one line of JSON.
 * npm run build && npx -c 'node bench/sort.ts [--rows 1000000] [--runs 3]'
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CheckSort } from '../shared/contract/index.ts';
import { NO_INPUTS } from '../main/worker-protocol/check.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { writeCsvList } from '../test/kit/sheet-generate.ts';
import { median, noise, round } from './numbers.ts';

const TODAY = '2026-11-20';
const OPTIONS = { sendErrors: false, resendRecent: false };
const PAGE = 100;

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '3' } } });
const rows = Number(values.rows);
const runs = Number(values.runs);

const seconds = (times: readonly number[]) => round(median(times) / 1000);

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-sort-'));
const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url));
try {
  const path = join(folder, 'list.csv');
  await writeCsvList(path, { rows });
  const file = { path: join(folder, 'project.sqlite'), projectId: 'bench', key: randomBytes(32) };
  const { sheetLayout, plan } = await pool.spawn('load', { path, name: basename(path), file, options: {}, today: TODAY, inputs: NO_INPUTS })
    .result;
  const request = { file, sheetLayout, plan, today: TODAY, rowIdPrefix: 'row-BENCH-', inputs: NO_INPUTS };
  const task = pool.spawn('query', request);
  const page = (sort: CheckSort | null, offset = 0, find = '', signal?: AbortSignal, onProgress?: () => void) =>
    task.ask('check.page', { filter: { kind: 'all' }, find, sort, offset, limit: PAGE, options: OPTIONS }, { signal, onProgress });
  await page(null);
  const times: Record<'text' | 'number' | 'date' | 'laterPage' | 'search' | 'plain' | 'canceled', number[]> = {
    text: [],
    number: [],
    date: [],
    laterPage: [],
    search: [],
    plain: [],
    canceled: [],
  };
  for (let run = 0; run < runs; run++) {
    // The direction alternates between runs, so that no sort can reuse the listing of the run before.
    const descending = run % 2 === 1;
    times.text.push(await timed(() => page({ field: 'primaryLast', descending })));
    times.laterPage.push(await timed(() => page({ field: 'primaryLast', descending }, Math.floor(rows / 2))));
    times.number.push(await timed(() => page({ field: 'rfmTotalGiftValue', descending })));
    times.date.push(await timed(() => page({ field: 'rfmMostRecentGiftDate', descending })));
    times.search.push(await timed(() => page(null, 0, `zq${run}x`)));
    const abort = new AbortController();
    let stopped = 0;
    await page({ field: 'personalEmail', descending }, 0, '', abort.signal, () => {
      if (stopped === 0) stopped = performance.now();
      abort.abort(new Error('canceled'));
    }).catch(() => undefined);
    if (stopped > 0) times.canceled.push(performance.now() - stopped);
  }
  task.cancel();
  await task.result.catch(() => undefined);
  // Measured before the baseline creates its names in memory.
  const peakMB = Math.round(process.resourceUsage().maxRSS / 1024);
  for (let run = 0; run < runs; run++) {
    const names = Array.from({ length: rows }, (_, at) => `${(Math.imul(at, 2_654_435_761) >>> 0).toString(36)} ${at}`);
    times.plain.push(await timed(() => names.sort()));
  }
  console.log(
    JSON.stringify({
      bench: 'sort',
      rows,
      runs,
      textSeconds: seconds(times.text),
      numberSeconds: seconds(times.number),
      dateSeconds: seconds(times.date),
      laterPageMs: Math.round(median(times.laterPage)),
      canceledMs: times.canceled.length === 0 ? null : Math.round(median(times.canceled)),
      baseline: 'a search without a hit; names sorted in memory',
      searchSeconds: seconds(times.search),
      plainSortSeconds: seconds(times.plain),
      plainSortNoise: noise(times.plain),
      textToSearch: round(median(times.text) / median(times.search), 2),
      peakMB,
    }),
  );
} finally {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
}
