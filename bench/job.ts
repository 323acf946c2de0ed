/**
 * The main job on a long list: import, check, submit, follow, collect, export, with the practice service in a separate process. Measures
 * the application's peak memory, the delay of its main thread, and whether a row of a long list takes longer than a row of a short list
 * (import and export only, because screening mostly waits). Runs the built application, because compiling sources takes memory that users
 * do not spend. Prints one line of JSON.
 * npm run build && npx -c 'node bench/job.ts [--rows 1000000] [--short 10000] [--kind csv|xlsx] [--profile FOLDER]'
 * `--profile` writes a CPU profile of each thread to FOLDER, for the profiler of a browser.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { spawnPractice } from '../test/kit/practice-client.ts';
import { writeCsvList, writeXlsxList } from '../test/kit/sheet-generate.ts';
import type { Job, Order } from './job-desk.ts';
import { round } from './numbers.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    short: { type: 'string', default: '10000' },
    kind: { type: 'string', default: 'csv' },
    profile: { type: 'string' },
  },
});

type Kind = 'csv' | 'xlsx';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OUT = at('../out/bench');

/** Takes one list through a new application and service. */
async function run(list: string, folder: string): Promise<Job & { readonly servicePeakMB: number; readonly serviceCpuSeconds: number }> {
  await mkdir(folder, { recursive: true });
  const practice = await spawnPractice({ dataDir: join(folder, 'service'), credits: 10_000_000, secondsPerThousandRows: 0 });
  const { url, token } = practice.client;
  const worker = pathToFileURL(join(OUT, 'worker', 'index.mjs')).href;
  const order: Order = { list, folder: join(folder, 'desk'), url, token, worker };
  const profiling = values.profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', values.profile];
  const child = spawn(process.execPath, [...profiling, '--import', join(OUT, 'thread-memory.mjs'), join(OUT, 'job-desk.mjs')], {
    env: { ...process.env, JOB: JSON.stringify(order) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await text(child.stdout);
  const { peakRssBytes, cpuSeconds } = await practice.client.health();
  await practice.end('SIGTERM');
  return { ...(JSON.parse(line) as Job), servicePeakMB: Math.round(peakRssBytes / 1e6), serviceCpuSeconds: round(cpuSeconds, 1) };
}

async function listOf(folder: string, kind: Kind, rows: number): Promise<string> {
  const path = join(folder, `${rows}.${kind}`);
  await (kind === 'csv' ? writeCsvList(path, { rows }) : writeXlsxList(path, { rows, strings: 'shared' }));
  return path;
}

const perRow = ({ rows, importSeconds, exportSeconds }: Job) => round(((importSeconds + exportSeconds) / rows) * 1e6);

async function main(rows: number, short: number, kind: Kind, folder: string) {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: OUT,
      rolldownOptions: {
        input: [at('job-desk.ts'), at('thread-memory.ts')],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  // A copy, because a build during the run would replace files that are not loaded yet.
  await cp(at('../out/worker'), join(OUT, 'worker'), { recursive: true });
  const few = await run(await listOf(folder, kind, short), join(folder, 'short'));
  const many = await run(await listOf(folder, kind, rows), join(folder, 'long'));
  const growthPerRow = round(perRow(many) / perRow(few));
  const cpuMicrosecondsPerRow = round((many.cpuSeconds / many.rows) * 1e6, 1);
  return {
    bench: 'job',
    kind,
    cpuMicrosecondsPerRow,
    long: many,
    short: few,
    microsecondsPerRow: { long: perRow(many), short: perRow(few) },
    growthPerRow,
  };
}

const folder = await mkdtemp(join(tmpdir(), 'bench-job-'));
try {
  console.log(JSON.stringify(await main(Number(values.rows), Number(values.short), values.kind === 'xlsx' ? 'xlsx' : 'csv', folder)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
