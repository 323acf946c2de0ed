/**
 * What a user waits for in the check of a long list: a search without a hit, sorting, a bulk fix, its undo and redo, leaving out many rows
 * and taking them back, and ordering the people again for another cut. Each has the time until its first progress report. Baselines in the
 * same run: reading every stored row once, and the import. Uses the built worker, or the worker of another build (`--out`) for a
 * comparison. Prints one line of JSON.
 * npm run build && npx -c 'node bench/edits.ts [--rows 1000000] [--runs 3] [--out DIR]'
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { CheckFilter, CheckSort } from '../shared/contract/index.ts';
import { type OrderSettings, INITIAL_SAMPLE, INITIAL_WEIGHTS } from '../shared/order/index.ts';
import { ProjectFile } from '../main/store/project-file/project-file.ts';
import { NO_INPUTS } from '../main/worker-protocol/check.ts';
import type { EditRequest } from '../main/worker-protocol/list.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { writeCsvList } from '../test/kit/sheet-generate.ts';
import { median, round } from './numbers.ts';

const TODAY = '2026-11-20';
const OPTIONS = { sendErrors: false, resendRecent: false };
const CHOICE = { affordable: 0, options: OPTIONS, basis: 'bench', before: null };
const PAGE = 200;
/** Every tenth row has a title that the bulk fix removes. */
const TITLED = 10;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    out: { type: 'string', default: fileURLToPath(new URL('../out', import.meta.url)) },
  },
});
const rows = Number(values.rows);
const runs = Number(values.runs);

interface Times {
  readonly seconds: number[];
  /** CPU time of all threads, which depends less on other load than wall time. */
  readonly cpuSeconds: number[];
  /** Milliseconds until the first progress report, or until the end if there is none. */
  readonly firstReport: number[];
  count: number;
}

const times: Record<string, Times> = {};

/** Measures `work`, which returns the number of rows that it affected, under a name. */
async function timed(name: string, work: (onProgress: () => void) => Promise<number>): Promise<void> {
  const found = (times[name] ??= { seconds: [], cpuSeconds: [], firstReport: [], count: 0 });
  const before = process.cpuUsage();
  const begun = performance.now();
  let first = 0;
  found.count = await work(() => {
    first ||= performance.now();
  });
  const ended = performance.now();
  const { user, system } = process.cpuUsage(before);
  found.cpuSeconds.push((user + system) / 1e6);
  found.seconds.push((ended - begun) / 1000);
  found.firstReport.push((first || ended) - begun);
}

const residentMB = async () => Number(/VmHWM:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;

const folder = await mkdtemp(join(tmpdir(), 'bench-edits-'));
const pool = createWorkerPool(pathToFileURL(join(values.out, 'worker', 'index.mjs')));
try {
  const path = join(folder, 'list.csv');
  await writeCsvList(path, { rows, titled: TITLED });
  const file = { path: join(folder, 'project.sqlite'), projectId: 'bench', key: randomBytes(32) };
  const begun = performance.now();
  const { sheetLayout, plan } = await pool.spawn('load', { path, name: basename(path), file, options: {}, today: TODAY, inputs: NO_INPUTS })
    .result;
  const importSeconds = (performance.now() - begun) / 1000;
  const afterImportMB = await residentMB();
  const task = pool.spawn('query', { file, sheetLayout, plan, today: TODAY, rowIdPrefix: 'row-BENCH-', inputs: NO_INPUTS });
  const page = async (sort: CheckSort | null, find: string, onProgress?: () => void, filter: CheckFilter = { kind: 'all' }) =>
    (await task.ask('check.page', { filter, find, sort, offset: 0, limit: PAGE, options: OPTIONS }, { onProgress })).total;
  const rowsOf = (filter: CheckFilter) => page(null, '', undefined, filter);
  const edit = async (request: EditRequest, onProgress: () => void) => await task.ask('edit', request, { onProgress });
  await page(null, '');

  /** Chooses the best people; returns how many people were ordered. */
  const choose = async (cut: OrderSettings['cut'], onProgress: () => void) => {
    const settings: OrderSettings = { by: { kind: 'weights', weights: INITIAL_WEIGHTS }, cut, sample: INITIAL_SAMPLE, seed: 4127 };
    return (await task.ask('choose', { ...CHOICE, settings }, { onProgress })).best!.people;
  };

  const titled = { kind: 'rule', code: 'NAME_TITLE', field: null } as const;
  const { rules } = await task.ask('summary', null);
  /** The rule whose number of rows is closest to a fifth of the list. */
  const fifth = rules.toSorted((a, b) => Math.abs(a.rows - rows / 5) - Math.abs(b.rows - rows / 5))[0]!;
  const many = { kind: 'rule', code: fifth.code, field: null } as const;
  for (let run = 0; run < runs; run++) {
    const descending = run % 2 === 1;
    await timed('read', async () => {
      using stored = new ProjectFile(file, 'read');
      let count = 0;
      for (const { place } of stored.chunks('rows')) count += place.count;
      return count;
    });
    const before = await rowsOf(titled);
    await timed('fix', async (onProgress) => {
      await edit({ kind: 'fix', code: 'NAME_TITLE', field: null }, onProgress);
      return before - (await rowsOf(titled));
    });
    await timed('undo', async (onProgress) => {
      await edit({ kind: 'undo' }, onProgress);
      return await rowsOf(titled);
    });
    await timed('redo', async (onProgress) => {
      await edit({ kind: 'redo' }, onProgress);
      return before - (await rowsOf(titled));
    });
    await edit({ kind: 'undo' }, () => undefined);
    const listed = await rowsOf(many);
    await timed('leaveOut', async (onProgress) => {
      await edit({ kind: 'leaveOut', rows: many, leaveOut: true }, onProgress);
      return listed;
    });
    await timed('takeBack', async (onProgress) => {
      await edit({ kind: 'undo' }, onProgress);
      return await rowsOf(many);
    });
    await timed('order', (onProgress) => choose({ kind: 'decile', last: 'E' }, onProgress));
    await timed('cut', (onProgress) => choose({ kind: 'people', people: Math.ceil(rows / 3) }, onProgress));
    await task.ask('choose', { ...CHOICE, settings: null });
    await timed('findLetters', (onProgress) => page(null, `zqx${'abc'[run % 3]}`, onProgress));
    await timed('findDigits', (onProgress) => page(null, `77077${run}77`, onProgress));
    await timed('findWords', (onProgress) => page(null, `zq${run}x main`, onProgress));
    // The direction alternates between runs, so that no sort can reuse the listing of the run before.
    await timed('sortText', (onProgress) => page({ field: 'primaryLast', descending }, '', onProgress));
    await timed('sortId', (onProgress) => page({ field: 'constituentId', descending }, '', onProgress));
    await timed('sortNumber', (onProgress) => page({ field: 'rfmTotalGiftValue', descending }, '', onProgress));
    await timed('sortDate', (onProgress) => page({ field: 'rfmMostRecentGiftDate', descending }, '', onProgress));
  }
  task.cancel();
  await task.result.catch(() => undefined);
  const { read, ...works } = times;
  const baseline = median(read!.seconds);
  const baselineCpu = median(read!.cpuSeconds);
  console.log(
    JSON.stringify({
      bench: 'edits',
      rows,
      runs,
      baseline: 'reading every stored row once',
      baselineSeconds: round(baseline),
      baselineCpuSeconds: round(baselineCpu),
      importSeconds: round(importSeconds),
      rule: fifth.code,
      works: Object.fromEntries(
        Object.entries(works).map(([name, { seconds, cpuSeconds, firstReport, count }]) => [
          name,
          {
            rows: count,
            seconds: round(median(seconds)),
            cpuSeconds: round(median(cpuSeconds)),
            times: round(median(seconds) / baseline),
            timesCpu: round(median(cpuSeconds) / baselineCpu),
            firstReportMs: Math.round(median(firstReport)),
          },
        ]),
      ),
      targetSeconds: 1.5,
      beyondSeconds: 0.5,
      firstReportTargetMs: 100,
      afterImportMB: Math.round(afterImportMB),
      peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
} finally {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
}
