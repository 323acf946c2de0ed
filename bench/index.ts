/**
 * Runs benchmarks, compares each figure with its promise, and prints one table. Exits with 1 when a figure misses its promise, a memory
 * peak is more than 5% above the recorded one, or a benchmark fails.
 * npm run bench                               all of them
 * npm run bench -- results job                some of them
 * npm run bench -- job --rows 1000000         with another number of rows
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { staleTargets } from '../scripts/targets.mjs';
import { judge, type Line } from './judge.ts';
import { BENCHES, type BenchName, USUAL_ROWS } from './promises.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs a program of this folder or of `scripts` and returns what it prints. @throws Error when it fails */
async function run(path: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [at(path), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = await text(child.stdout);
  if ((await ended) !== 0) throw new Error(`${path} ends with an error`);
  return output;
}

/** Runs a benchmark and returns its report: the last line that it prints as JSON. */
async function reportOf(file: string, args: readonly string[]): Promise<unknown> {
  const line = (await run(file, args)).split('\n').findLast((each) => each.startsWith('{'));
  if (line === undefined) throw new Error(`${file} prints no report`);
  return JSON.parse(line);
}

const shown = (value: number | null) => (value === null ? '–' : String(value));

function print(lines: readonly Line[]): void {
  const head = ['work', 'result', 'promise', 'target', 'noise', ''];
  const cells = lines.map(({ work, result, promise, target, noise, verdict }) => [
    work,
    shown(result),
    shown(promise),
    shown(target),
    noise === null ? '–' : `${Math.round(noise * 100)} %`,
    verdict,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column]!.length)));
  for (const line of [head, ...cells])
    console.log(line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '));
}

const { values, positionals } = parseArgs({ options: { rows: { type: 'string' } }, allowPositionals: true });
const names = Object.keys(BENCHES) as BenchName[];
const unknown = positionals.filter((name) => !names.includes(name as BenchName));
if (unknown.length > 0) throw new Error(`unknown benchmark ${unknown.join(', ')}; there are ${names.join(', ')}`);
const rows = values.rows === undefined ? USUAL_ROWS : Number(values.rows);
if (!Number.isInteger(rows) || rows < 1) throw new RangeError('--rows is a whole number');

if (staleTargets(['worker']).length > 0) await run('../scripts/build.ts', ['--if-stale', 'worker']);
const lines: Line[] = [];
for (const name of positionals.length > 0 ? (positionals as BenchName[]) : names) {
  const { file, args, ...promises } = BENCHES[name];
  console.error(`${name} …`);
  try {
    const report = await reportOf(file, args(rows));
    console.error(JSON.stringify(report));
    lines.push(...judge(promises, report, rows));
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
print(lines);
if (lines.some(({ verdict }) => verdict === 'fails')) process.exitCode = 1;
