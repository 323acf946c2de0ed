/**
 * Making a bundle of a long list with results, and opening it in an empty data folder. The baseline reads the finished bundle, encrypts its
 * bytes with AES-256-GCM and writes them to a file. Each side runs in its own process; medians, with peak memory. Uses the built worker.
 * Prints one line of JSON.
 * npm run build && npx -c 'node bench/bundle.ts [--rows 1000000] [--runs 3]'
 */
import { createCipheriv, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../main/platform/index.ts';
import { createApplication } from '../main/create-application.ts';
import { AppDatabase } from '../main/store/app-database/index.ts';
import { ProjectKeys } from '../main/projects/index.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { type Call, callOf } from '../test/kit/desk-actions.ts';
import { spawnPractice } from '../test/kit/practice-client.ts';
import { writeCsvList } from '../test/kit/sheet-generate.ts';
import { memorySecrets, testHost, testPorts } from '../test/kit/test-ports.ts';
import { median, noise, round } from './numbers.ts';
import { type Measured, figuresOf, runSides } from './sides.ts';

const SIDES = ['project', 'make', 'open', 'plain'] as const;
type Side = (typeof SIDES)[number];
const PASSPHRASE = 'correct horse battery staple';
/** Stored one at a time, as when a person reviews the results. */
const VERDICTS = 10_000;
const CHUNK_BYTES = 65_536;

/** What the first side passes on to the others. */
interface Made {
  readonly id: string;
  readonly url: string;
}

const pathsIn = (folder: string) => ({
  desk: join(folder, 'desk'),
  bundle: join(folder, 'list.deskbundle'),
  made: join(folder, 'made.json'),
});

/** Runs `work` with an application on a data folder. `target`: where the application saves files. */
async function withApplication<T>(
  dataDir: string,
  target: string | null,
  work: (call: Call, application: Awaited<ReturnType<typeof createApplication>>) => Promise<T>,
): Promise<T> {
  const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url));
  const ports = { clock: systemClock, secrets: memorySecrets('test-token'), host: testHost(() => target) };
  const application = await createApplication(testPorts(dataDir, pool, ports));
  try {
    return await work(callOf(application), application);
  } finally {
    await application.close();
    await pool.close();
  }
}

/** A finished screening with verdicts. */
async function project(folder: string, rows: number): Promise<void> {
  const { desk, made } = pathsIn(folder);
  const list = join(folder, 'list.csv');
  await writeCsvList(list, { rows });
  const practice = await spawnPractice({ dataDir: join(folder, 'service'), credits: 10_000_000, secondsPerThousandRows: 0 });
  const { url } = practice.client;
  const id = await withApplication(desk, null, async (call, application) => {
    const { id: connectionId } = await call('connections.add', { name: 'Service', baseUrl: url });
    const { token: file } = await application.offerFile(list, 'list.csv');
    const imported = await call('projects.create', { file, connectionId });
    await application.idle();
    const { rowsToSend } = await call('cost.get', { id: imported.id });
    await call('project.send', { id: imported.id, rows: rowsToSend, connectionId });
    await application.idle();
    const { state } = await call('projects.get', { id: imported.id });
    if (state.at !== 'done') throw new Error(`the state of the project is ${state.at}`);
    return imported.id;
  });
  await practice.end('SIGTERM');
  addVerdicts(desk, id);
  writeFileSync(made, JSON.stringify({ id, url } satisfies Made));
}

function addVerdicts(dataDir: string, id: string): void {
  const database = new AppDatabase(dataDir);
  database.useKeys(new ProjectKeys(Buffer.alloc(32, 7)));
  for (let number = 0; number < VERDICTS; number++) {
    const pair = { row: number + 2, pair: 'pair', carry: null, constituentId: `C-${number}` };
    const after = { is: 'right' as const, reason: null, note: 'The address is the same.' };
    const step = {
      kind: 'set' as const,
      who: 'Somebody',
      undoes: null,
      from: null,
      changes: 1,
      verdicts: [{ ...pair, before: null, after }],
    };
    if (!database.reviews.append(id, number, number, step)) throw new Error('the verdicts were not added');
  }
  database.close();
}

/** Runs one side in this process. Returns the seconds of the measured part. */
async function runSide(side: Side, folder: string, rows: number): Promise<number> {
  if (side === 'project') {
    await project(folder, rows);
    return 0;
  }
  const { desk, bundle, made } = pathsIn(folder);
  const { id, url } = JSON.parse(readFileSync(made, 'utf8')) as Made;
  if (side === 'plain') return await seconds(() => plain(bundle, join(folder, 'plain')));
  if (side === 'make')
    return await withApplication(desk, bundle, (call) =>
      seconds(() => call('bundles.make', { id, right: 'copy', passphrase: PASSPHRASE })),
    );
  return await withApplication(join(folder, `opened-${process.pid}`), null, async (call, application) => {
    await call('connections.add', { name: 'Service', baseUrl: url });
    const { token: file } = await application.offerFile(bundle, 'list.deskbundle');
    return await seconds(() => call('bundles.open', { file, passphrase: PASSPHRASE }));
  });
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** The baseline: encrypts one file into another, chunk by chunk. */
async function plain(from: string, to: string): Promise<void> {
  const [source, target, key] = [await open(from, 'r'), await open(to, 'w'), randomBytes(32)];
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let number = 0; ; number++) {
    const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES);
    if (bytesRead === 0) break;
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(number, 4, 6);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const body = cipher.update(chunk.subarray(0, bytesRead));
    cipher.final();
    await target.writeFile(Buffer.concat([body, cipher.getAuthTag()]));
  }
  await target.sync();
  await target.close();
  await source.close();
}

async function reportOf(measured: (side: Side) => Promise<Measured>, rows: number, runs: number) {
  await measured('project');
  const all: Record<Exclude<Side, 'project'>, Measured[]> = { make: [], open: [], plain: [] };
  for (let run = 0; run < runs; run++) for (const side of ['make', 'open', 'plain'] as const) all[side].push(await measured(side));
  const of = (side: keyof typeof all, figure: keyof Measured) => median(all[side].map((one) => one[figure]));
  return {
    rows,
    ...figuresOf('make', all.make),
    ...figuresOf('open', all.open),
    ...figuresOf('plain', all.plain),
    makeTimes: round(of('make', 'seconds') / of('plain', 'seconds'), 2),
    openTimes: round(of('open', 'seconds') / of('plain', 'seconds'), 2),
    noise: noise(all.plain.map(({ seconds: one }) => one)),
  };
}

await runSides({ program: import.meta.url, sides: SIDES, runSide, reportOf });
