/** The application's side of `job.ts`: takes a list through its own application and prints the measurements as one line of JSON. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApplication } from '../main/create-application.ts';
import { systemClock } from '../main/platform/clock.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { memorySecrets, testHost, testPorts } from '../test/kit/test-ports.ts';
import { callOf } from '../test/kit/desk-actions.ts';
import { round } from './numbers.ts';

export interface Job {
  readonly rows: number;
  /** Seconds until the check is done, until all results are stored, and until the workbook is exported. */
  readonly importSeconds: number;
  readonly screenSeconds: number;
  readonly exportSeconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly peakMB: number;
  /** Delay of the main thread's event loop in milliseconds: 99th percentile and maximum. */
  readonly delayP99: number;
  readonly delayMax: number;
}

const LOOK_EVERY_MS = 5;

const late = (nanoseconds: number) => round(nanoseconds / 1e6 - LOOK_EVERY_MS);

/** The process's input, from its environment. */
export interface Order {
  readonly list: string;
  readonly folder: string;
  readonly url: string;
  readonly token: string;
  /** URL of the built worker. */
  readonly worker: string;
}

/** Takes one list through the application in this process. */
async function job({ list, folder, url, token, worker }: Order): Promise<Job> {
  const pool = createWorkerPool(new URL(worker));
  let target: string | null = null;
  const application = await createApplication(
    testPorts(folder, pool, { clock: systemClock, secrets: memorySecrets(token), host: testHost(() => target) }),
  );
  const call = callOf(application);
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  const { id: connectionId } = await call('connections.add', { name: 'Service', baseUrl: url });
  await call('connections.test', { id: connectionId });
  delay.enable();

  const began = performance.now();
  const { token: file } = await application.offerFile(list, list);
  const { id } = await call('projects.create', { file, connectionId });
  await application.idle();
  const read = performance.now();

  const cost = await call('cost.get', { id });
  await call('project.send', { id, rows: cost.rowsToSend, connectionId });
  await application.idle();
  const [project] = await call('projects.list', {});
  if (project?.state.at !== 'done') throw new Error(`the job stands at ${project?.state.at ?? 'nothing'}`);
  const screened = performance.now();

  target = join(folder, 'results.xlsx');
  await call('results.export', {
    kind: 'list',
    id,
    format: { kind: 'xlsx', bars: [] },
    people: { kind: 'everyone', priorScores: false },
    columns: null,
  });
  await application.idle();
  const saved = performance.now();
  delay.disable();
  await stat(target);
  await application.close();
  await pool.close();
  return {
    rows: cost.rowsInFile,
    importSeconds: round((read - began) / 1000),
    screenSeconds: round((screened - read) / 1000),
    exportSeconds: round((saved - screened) / 1000),
    counts: project.state.counts,
    peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
    delayP99: late(delay.percentile(99)),
    delayMax: late(delay.max),
  };
}

const order = JSON.parse(process.env['JOB'] ?? '{}') as Order;
await mkdir(order.folder, { recursive: true });
console.log(JSON.stringify(await job(order)));
