/**
 * `desk check` of a long list as a user runs it, with the start of the program. Baselines in the same run: `unzip -p FILE | wc -c` for XLSX,
 * papaparse for CSV. The sides alternate; medians. Uses the built program. Prints one line of JSON.
 * npm run build && npx -c 'node bench/check-command.ts [--rows 1000000] [--runs 3]'
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeCsvList, writeXlsxList } from '../test/kit/sheet-generate.ts';
import { median, noise, round } from './numbers.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What a program prints. `allowed`: its exit codes. @throws Error when it ends with another one */
async function output(program: string, args: readonly string[], allowed: readonly number[] = [0]): Promise<string> {
  const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const printed = await text(child.stdout);
  const code = await ended;
  if (code === null || !allowed.includes(code)) throw new Error(`${program} ${args[0]} ends with ${code}`);
  return printed;
}

/** Seconds of some work. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** A list with issues gives another exit code than one without. */
const check = (path: string, data: string) =>
  timed(() => output(process.execPath, [at('../scripts/desk.mjs'), 'check', path, '--json', '--data', data], [0, 1]));

const BASELINES = {
  xlsx: (path: string) => timed(() => output('sh', ['-c', 'unzip -p "$1" | wc -c', 'sh', path])),
  csv: async (path: string) => {
    const run = JSON.parse(await output(process.execPath, [at('read.ts'), '--side', 'papaparse', '--file', path])) as { seconds: number };
    return run.seconds;
  },
} as const;

async function measure(kind: keyof typeof BASELINES, path: string, data: string, runs: number) {
  const own: number[] = [];
  const baselines: number[] = [];
  for (let run = 0; run < runs; run++) {
    baselines.push(await BASELINES[kind](path));
    own.push(await check(path, data));
  }
  const [seconds, baselineSeconds] = [median(own), median(baselines)];
  return {
    seconds: round(seconds),
    baselineSeconds: round(baselineSeconds),
    noise: noise(baselines),
    ratio: round(seconds / baselineSeconds),
  };
}

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '3' } } });
const [rows, runs] = [Number(values.rows), Number(values.runs)];
const folder = await mkdtemp(join(tmpdir(), 'bench-check-'));
try {
  const [xlsx, csv, data] = [join(folder, 'list.xlsx'), join(folder, 'list.csv'), join(folder, 'data')];
  await writeXlsxList(xlsx, { rows, strings: 'shared' });
  await writeCsvList(csv, { rows });
  console.log(
    JSON.stringify({
      bench: 'check-command',
      rows,
      runs,
      xlsx: await measure('xlsx', xlsx, data, runs),
      csv: await measure('csv', csv, data, runs),
    }),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
