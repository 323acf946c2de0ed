/**
 * A small list in a running application: time from the dropped file to the columns page, and event loop delay. The first list is reported
 * separately; medians of the others. Baseline: a dedicated worker reading the same list. `promisedMs` scales the result to a computer on
 * which papaparse reads a million rows in 2.1 s. Uses the built worker. Prints one line of JSON.
 * npm run build && npx -c 'node bench/small.ts [--rows 2000] [--runs 9] [--kind xlsx|csv]'
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import papaparse from 'papaparse';
import { createApplication } from '../main/create-application.ts';
import { systemClock } from '../main/platform/clock.ts';
import { NO_INPUTS } from '../main/worker-protocol/check.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { memorySecrets, testPorts } from '../test/kit/test-ports.ts';
import { callOf } from '../test/kit/desk-actions.ts';
import { writeCsvList, writeXlsxList } from '../test/kit/sheet-generate.ts';
import { median, round } from './numbers.ts';

const LOOK_EVERY_MS = 5;
/** Users pause between files; by then the next worker is warm. */
const BETWEEN_MS = 1500;

/** Rows that papaparse reads before each list, and its time in seconds on the reference computer. */
const PACE_ROWS = 100_000;
const PACE_SECONDS = 0.21;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '2000' },
    runs: { type: 'string', default: '9' },
    kind: { type: 'string', default: 'xlsx' },
  },
});
const rows = Number(values.rows);
const runs = Number(values.runs);

const tenths = (value: number) => round(value, 1);
const late = (nanoseconds: number) => tenths(nanoseconds / 1e6 - LOOK_EVERY_MS);

/** Milliseconds that `work` takes, started after a pause in which earlier work finishes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  await delay(BETWEEN_MS);
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** How slow this computer is now: 1 is as fast as the reference computer, 2 takes twice as long. */
async function pace(path: string): Promise<number> {
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    papaparse.parse<string[]>(createReadStream(path, 'utf8'), { chunk: () => undefined, complete: () => resolve(), error: reject });
  });
  return (performance.now() - began) / 1000 / PACE_SECONDS;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-small-'));
const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url), {
  sample: fileURLToPath(new URL('../assets/samples/sample-messy.xlsx', import.meta.url)),
});
const application = await createApplication(testPorts(folder, pool, { clock: systemClock, secrets: memorySecrets(null) }));
try {
  const call = callOf(application);
  const displayTimes: number[] = [];
  const read: number[] = [];
  const paces: number[] = [];
  const pacePath = join(folder, 'pace.csv');
  await writeCsvList(pacePath, { rows: PACE_ROWS });
  // The first reading is slower, so discard it.
  await pace(pacePath);
  const delays: { readonly p99: number; readonly max: number }[] = [];
  for (let run = 0; run < runs; run++) {
    const path = join(folder, `${run}.${values.kind}`);
    // A new list each time, because the application recognizes a repeated one.
    await (values.kind === 'csv'
      ? writeCsvList(path, { rows, seed: run + 1 })
      : writeXlsxList(path, { rows, seed: run + 1, strings: 'shared' }));
    paces.push(await pace(pacePath));
    displayTimes.push(
      await timed(async () => {
        const main = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
        main.enable();
        const { token } = await application.offerFile(path, basename(path));
        const { id } = await call('projects.create', { file: token });
        await application.idle();
        const { headers } = await call('columns.get', { id });
        main.disable();
        delays.push({ p99: late(main.percentile(99)), max: late(main.max) });
        if (headers.length === 0) throw new Error('no column is shown');
      }),
    );
    read.push(
      await timed(async () => {
        const file = { path: join(folder, `${run}.alone`), projectId: 'bench', key: randomBytes(32) };
        await pool.spawn('load', { path, name: basename(path), file, options: {}, today: '2026-11-20', inputs: NO_INPUTS }).result;
      }),
    );
  }
  console.log(
    JSON.stringify({
      bench: 'small',
      kind: values.kind,
      rows,
      runs,
      shownMs: tenths(median(displayTimes.slice(1))),
      firstShownMs: tenths(displayTimes[0]!),
      pace: tenths(median(paces)),
      promisedMs: tenths(median(displayTimes.map((ms, run) => ms / paces[run]!).slice(1))),
      anchor: 'the worker alone',
      anchorMs: tenths(median(read.slice(1))),
      ratio: tenths(median(displayTimes.slice(1)) / median(read.slice(1))),
      delayP99: median(delays.map(({ p99 }) => p99)),
      delayMax: Math.max(...delays.map(({ max }) => max)),
      peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
} finally {
  await application.close();
  await pool.close();
  await rm(folder, { recursive: true, force: true });
}
