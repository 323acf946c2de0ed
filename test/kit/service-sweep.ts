/** Screens lists with many generated services, in child processes that may crash, and finds the values that a problem depends on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundledProgram } from './bundled-program.ts';
import { DIMENSION_NAMES, plainOf, type ServiceSpec, withFeatures } from './service-dimensions.ts';
import { writeInput } from './terminal.ts';

export interface SweepOrder {
  readonly specs: readonly ServiceSpec[];
  readonly parallel: number;
  /** Where the jobs have their folders. */
  readonly folder: string;
}

export interface SweptService {
  readonly spec: ServiceSpec;
  readonly problems: readonly string[];
  /** Where the job ended: a state, a question, or the code of the refusal to send. */
  readonly at: string;
  readonly scored: number;
  readonly requests: number;
  readonly ms: number;
}

type Line = { readonly alive: true } | { readonly begun: number } | ({ readonly ended: number } & Omit<SweptService, 'spec'>);

const CHILD = fileURLToPath(new URL('service-sweep-child.ts', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
const PARALLEL = 6;
/** The number of processes at the same time; each uses one processor. */
const PROCESSES = 2;
/** The number of services of one process: few enough that a crash costs little. */
const BATCH = 250;
/**
 * In real milliseconds. A process that prints no line for this long is blocked: it prints one each second, and stops jobs that do not end.
 */
const SILENCE_MS = 90_000;

interface BatchEnd {
  readonly ended: ReadonlyMap<number, SweptService>;
  /** Services that began and did not end. */
  readonly lost: readonly number[];
  readonly how: string;
}

async function runBatch(specs: readonly ServiceSpec[], parallel: number): Promise<BatchEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-services-'));
  const order: SweepOrder = { specs, parallel, folder };
  // As for the process of the tests (vitest.config.ts).
  const child = spawn(process.execPath, ['--min-semi-space-size=16', await bundledProgram(CHILD)], {
    env: { ...process.env, DESK_KEYCHAIN: 'none', NODE_COMPILE_CACHE: COMPILED },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  writeInput(child.stdin, JSON.stringify(order));
  let timer = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)));
  const begun = new Set<number>();
  const ended = new Map<number, SweptService>();
  createInterface({ input: child.stdout }).on('line', (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS);
    const line = JSON.parse(text) as Line;
    if ('begun' in line) begun.add(line.begun);
    else if ('ended' in line) ended.set(line.ended, { ...line, spec: specs[line.ended]! });
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  // A process that crashed did not remove its folders.
  rmSync(folder, { recursive: true, force: true });
  const lost = [...begun].filter((at) => !ended.has(at));
  return { ended, lost, how: `${signal ?? `exit ${code}`}: ${errors}` };
}

const crashed = (spec: ServiceSpec, how: string): SweptService => ({
  spec,
  problems: [`the process ended (${how})`],
  at: 'crash',
  scored: 0,
  requests: 0,
  ms: 0,
});

/** Screens with every service. If the process ends during a service, that service is tried again alone, to find the one that causes it. */
export async function sweep(specs: readonly ServiceSpec[]): Promise<SweptService[]> {
  const shares = Array.from({ length: PROCESSES }, (_, share) => specs.filter((_spec, at) => at % PROCESSES === share));
  return (await Promise.all(shares.map(sweepShare))).flat();
}

async function sweepShare(specs: readonly ServiceSpec[]): Promise<SweptService[]> {
  const results: SweptService[] = [];
  let open = [...specs];
  while (open.length > 0) {
    const batch = open.slice(0, BATCH);
    const { ended, lost } = await runBatch(batch, PARALLEL);
    if (ended.size === 0 && lost.length === 0) throw new Error('the process that screens did not start');
    results.push(...ended.values());
    for (const at of lost) {
      const alone = await runBatch([batch[at]!], 1);
      results.push(alone.ended.get(0) ?? crashed(batch[at]!, alone.how));
    }
    open = [...batch.filter((_spec, at) => !ended.has(at) && !lost.includes(at)), ...open.slice(BATCH)];
  }
  return results;
}

/** The kind of a problem: its text without numbers and quotes. */
const kindOf = (problem: string): string =>
  problem
    .replaceAll(/“[^”]*”/g, '“…”')
    .replaceAll(/\d+/g, '#')
    .slice(0, 90);

/** The same service with as many plain values as possible that still has a problem of the same kind. */
export async function simplest(swept: SweptService): Promise<SweptService> {
  const kind = kindOf(swept.problems[0]!);
  let best = swept;
  for (const dimension of DIMENSION_NAMES) {
    if (best.spec.features[dimension] === plainOf(dimension)) continue;
    const spec = withFeatures(best.spec, { [dimension]: plainOf(dimension) });
    const [tried] = await sweep([spec]);
    if (tried!.problems.some((problem) => kindOf(problem) === kind)) best = tried!;
  }
  return best;
}
