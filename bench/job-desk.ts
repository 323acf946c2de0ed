/** The application's side of `job.ts`: takes a list through its own application and prints the measurements as one line of JSON. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../main/platform/index.ts';
import { createApplication } from '../main/create-application.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import type { ProjectState } from '../shared/project/project-shapes.ts';
import { memorySecrets, testHost, testPorts } from '../test/kit/test-ports.ts';
import { callOf } from '../test/kit/desk-actions.ts';
import { MemoryStages, type StageMemory } from './memory-stages.ts';
import { round } from './numbers.ts';

export interface Job {
  readonly rows: number;
  /** Seconds until the check is done, until all results are stored, and until the workbook is exported. */
  readonly importSeconds: number;
  readonly screenSeconds: number;
  readonly exportSeconds: number;
  readonly cpuSeconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly peakMB: number;
  readonly memory: Readonly<Record<string, StageMemory>>;
  /** Delay of the main thread's event loop in milliseconds: 99th percentile and maximum. */
  readonly delayP99: number;
  readonly delayMax: number;
}

const LOOK_EVERY_MS = 5;
/** The stage of the job that begins with a state of the project. Other states belong to the stage before. */
const STAGES: Readonly<Partial<Record<ProjectState['at'], string>>> = {
  preparing: 'send',
  processing: 'wait',
  collecting: 'fetch',
};

const late = (nanoseconds: number) => round(nanoseconds / 1e6 - LOOK_EVERY_MS);

/** The input of the process, passed in its environment. */
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
  const memory = new MemoryStages('start');
  const pool = createWorkerPool(new URL(worker));
  let target: string | null = null;
  const application = await createApplication(
    testPorts(folder, pool, {
      clock: systemClock,
      secrets: memorySecrets(token),
      host: testHost(() => {
        // The questions of the sheet Report are answered before the user chooses the file.
        memory.next('export');
        return target;
      }),
    }),
  );
  const call = callOf(application);
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  const { id: connectionId } = await call('connections.add', { name: 'Service', baseUrl: url });
  await call('connections.test', { id: connectionId });
  application.subscribe((event) => {
    const stage = event.name === 'project.changed' ? STAGES[event.payload.state.at] : undefined;
    if (stage !== undefined) memory.next(stage);
  });
  delay.enable();

  memory.next('import');
  const began = performance.now();
  const { token: file } = await application.offerFile(list, list);
  const { id } = await call('projects.create', { file, connectionId });
  await application.idle();
  memory.next('check');
  const { plan } = await call('columns.get', { id });
  await call('columns.change', { id, plan: { ...plan, cleaning: { ...plan.cleaning, zipZeros: !plan.cleaning.zipZeros } } });
  await application.idle();
  await call('check.get', { id });
  await call('check.page', { id, filter: { kind: 'issues' }, find: '', offset: 0, limit: 200 });
  const read = performance.now();

  const cost = await call('cost.get', { id });
  await call('project.send', { id, rows: cost.rowsToSend, connectionId });
  await application.idle();
  const [project] = await call('projects.list', {});
  if (project?.state.at !== 'done') throw new Error(`the state of the project is ${project?.state.at ?? 'unknown'}`);
  const screened = performance.now();
  memory.next('report');

  target = join(folder, 'results.xlsx');
  await call('results.export', {
    kind: 'workbook',
    id,
    format: { kind: 'xlsx', bars: [] },
    people: { kind: 'everyone', priorScores: false },
    columns: null,
  });
  await application.idle();
  const saved = performance.now();
  delay.disable();
  await stat(target);
  // While the threads still run: the CPU time of ended threads cannot be assigned to a kind.
  const stages = memory.end();
  await application.close();
  await pool.close();
  const { user, system } = process.cpuUsage();
  return {
    rows: cost.rowsInFile,
    importSeconds: round((read - began) / 1000),
    screenSeconds: round((screened - read) / 1000),
    exportSeconds: round((saved - screened) / 1000),
    counts: project.state.counts,
    cpuSeconds: round((user + system) / 1e6, 1),
    peakMB: Math.max(...Object.values(stages).map(({ peakMB }) => peakMB)),
    memory: stages,
    delayP99: late(delay.percentile(99)),
    delayMax: late(delay.max),
  };
}

const order = JSON.parse(process.env['JOB'] ?? '{}') as Order;
await mkdir(order.folder, { recursive: true });
console.log(JSON.stringify(await job(order)));
