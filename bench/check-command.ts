/**
 * `desk check` of a long list as a user runs it, including the start of the program: wall time, CPU time and peak memory. Baselines in the
 * same run: `unzip -p FILE | wc -c` for XLSX, papaparse and udsv for CSV. The sides alternate; medians. A check of 10 rows shows how long
 * the start alone takes. Uses the built program. Prints one line of JSON.
 * npm run build && npx -c 'node bench/check-command.ts [--rows 1000000] [--runs 3]'
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeCsvList, writeXlsxList } from '../test/kit/sheet-generate.ts';
import { median, noise, round } from './numbers.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** So few rows that a check takes hardly longer than the start of the program. */
const FEW_ROWS = 10;

/** CPU time of all threads, including the start. */
interface Usage {
  readonly cpuSeconds: number;
  readonly peakMB: number;
}

interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Runs a program and returns what it prints. @throws Error for an exit code other than 0 */
async function output(program: string, args: readonly string[], env = process.env): Promise<string> {
  const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const printed = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ${args[0]} ends with ${code}`);
  return printed;
}

async function check(path: string, folder: string): Promise<Run & Usage> {
  const USAGE_FILE = join(folder, 'usage.json');
  const begun = performance.now();
  const command = ['--import', at('child-usage.mjs'), at('../scripts/desk.mjs'), 'check', path, '--json', '--data', join(folder, 'data')];
  await output(process.execPath, command, { ...process.env, USAGE_FILE });
  const seconds = (performance.now() - begun) / 1000;
  return { seconds, ...(JSON.parse(await readFile(USAGE_FILE, 'utf8')) as Usage) };
}

/** Seconds from the minutes and seconds that the shell's `times` prints, such as 0m1.5s. */
const secondsOf = (time: string) => time.split('m').reduce((sum, part) => sum * 60 + Number.parseFloat(part), 0);

async function unzip(path: string): Promise<Run> {
  const begun = performance.now();
  const printed = await output('sh', ['-c', 'unzip -p "$1" | wc -c; times', 'sh', path]);
  const seconds = (performance.now() - begun) / 1000;
  // The last line has the user and system time of the shell's children.
  const [user, system] = printed.trim().split('\n').at(-1)!.split(' ');
  return { seconds, cpuSeconds: secondsOf(user!) + secondsOf(system!) };
}

/** The wall time covers only parsing; the CPU time includes the start of the process. */
const parser = (side: 'papaparse' | 'udsv') => async (path: string) =>
  JSON.parse(await output(process.execPath, [at('read.ts'), '--side', side, '--file', path])) as Run;

const BASELINES = { xlsx: { unzip }, csv: { papaparse: parser('papaparse'), udsv: parser('udsv') } } as const;

const medians = (found: readonly Run[]) => ({
  seconds: round(median(found.map(({ seconds }) => seconds))),
  cpuSeconds: round(median(found.map(({ cpuSeconds }) => cpuSeconds))),
});

/** Measures the check and its baselines on one file. `few`: the same list with few rows. */
async function measure(kind: keyof typeof BASELINES, path: string, few: string, runs: number) {
  const own: (Run & Usage)[] = [];
  const starts: Run[] = [];
  const baselines: readonly (readonly [string, (path: string) => Promise<Run>])[] = Object.entries(BASELINES[kind]);
  const found = Object.fromEntries(baselines.map(([name]) => [name, [] as Run[]]));
  // Not measured, because the first run compiles the program and fills its cache.
  await check(few, folder);
  for (let run = 0; run < runs; run++) {
    for (const [name, baseline] of baselines) found[name]!.push(await baseline(path));
    own.push(await check(path, folder));
    starts.push(await check(few, folder));
  }
  const ours = medians(own);
  const start = medians(starts);
  const ratios = baselines.map(([name]) => {
    const baseline = medians(found[name]!);
    return [
      name,
      {
        ...baseline,
        noise: noise(found[name]!.map(({ seconds }) => seconds)),
        ratio: round(ours.seconds / baseline.seconds),
        ratioCpu: round(ours.cpuSeconds / baseline.cpuSeconds),
        ratioWithoutStart: round((ours.seconds - start.seconds) / baseline.seconds),
      },
    ];
  });
  return { ...ours, peakMB: Math.round(median(own.map(({ peakMB }) => peakMB))), start, baselines: Object.fromEntries(ratios) };
}

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '3' } } });
const [rows, runs] = [Number(values.rows), Number(values.runs)];
const folder = await mkdtemp(join(tmpdir(), 'bench-check-'));
try {
  const pathOf = (name: string) => join(folder, name);
  await writeXlsxList(pathOf('list.xlsx'), { rows, strings: 'shared' });
  await writeCsvList(pathOf('list.csv'), { rows });
  await writeXlsxList(pathOf('few.xlsx'), { rows: FEW_ROWS, strings: 'shared' });
  await writeCsvList(pathOf('few.csv'), { rows: FEW_ROWS });
  console.log(
    JSON.stringify({
      bench: 'check-command',
      rows,
      runs,
      xlsx: await measure('xlsx', pathOf('list.xlsx'), pathOf('few.xlsx'), runs),
      csv: await measure('csv', pathOf('list.csv'), pathOf('few.csv'), runs),
    }),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
