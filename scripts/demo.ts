/**
 * Runs the main job on the messy sample, from file to workbook: `npm run demo`. Uses the practice service on this computer; needs no
 * display, network, token or keychain.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './targets.mjs';

/** Successful exit codes: done, and done with rejected rows, which the sample contains on purpose. */
const ENDS_WELL = new Set([0, 4]);

/** The last line that the command line prints: the outcome. */
interface Report {
  readonly inFile: number;
  readonly leftOut: number;
  readonly counts: { readonly submitted: number; readonly scored: number; readonly refused: number; readonly unknown: number };
}

/** Runs the command line and returns its exit code and last object. Progress goes to standard error. */
async function desk(...args: string[]): Promise<{ readonly code: number; readonly last: unknown }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/desk.mjs'), ...args, '--json'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // the demo's data folder is temporary, so its key must not enter the keychain
    env: { ...process.env, DESK_KEYCHAIN: 'none' },
  });
  let last: unknown = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    last = JSON.parse(line);
  });
  const code = await new Promise<number>((done) => {
    child.once('close', (status) => done(status ?? 1));
  });
  return { code, last };
}

function isReport(last: unknown): last is Report {
  return typeof last === 'object' && last !== null && 'counts' in last && last.counts !== null && 'inFile' in last;
}

const sample = join(ROOT, 'assets/samples/sample-messy.xlsx');
const out = join(ROOT, 'results/demo-results.xlsx');
const data = mkdtempSync(join(tmpdir(), 'screening-desk-demo-'));
mkdirSync(join(ROOT, 'results'), { recursive: true });
rmSync(out, { force: true });

console.log(`Screening ${relative(ROOT, sample)} through the practice service on this computer.\n`);
const started = performance.now();
const { code, last } = await desk('screen', sample, '--connection', 'practice', '--yes', '--out', out, '--data', data).finally(() => {
  rmSync(data, { recursive: true, force: true });
});

if (!ENDS_WELL.has(code) || !isReport(last)) {
  console.error(`\nThe demonstration failed with exit code ${code}: ${JSON.stringify(last)}`);
  process.exitCode = code === 0 ? 1 : code;
} else {
  const { inFile, leftOut, counts } = last;
  const { submitted, scored, refused, unknown } = counts;
  const number = (value: number) => value.toLocaleString('en-US');
  const sums = [
    [`rows in the file      ${number(inFile)} = ${number(submitted)} sent + ${number(leftOut)} left out`, inFile === submitted + leftOut],
    [
      `rows sent             ${number(submitted)} = ${number(scored)} scored + ${number(refused)} not accepted + ${number(unknown)} without a result`,
      submitted === scored + refused + unknown,
    ],
  ] as const;
  console.log('');
  for (const [words, balances] of sums) console.log(`${words}${balances ? '' : '   DOES NOT BALANCE'}`);
  const written = existsSync(out) ? statSync(out).size : 0;
  console.log(
    `results workbook      ${out} (${number(Math.round(written / 1024))} kB), after ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  if (written === 0 || sums.some(([, balances]) => !balances)) process.exitCode = 1;
}
