/**
 * Results of a long list: collecting the service's answer, compared with only splitting the same bytes, by our splitter and (10% of them)
 * by @streamparser/json; then filtered and sorted pages of 200 rows. The sides alternate in separate processes; medians of wall time and of
 * CPU time, which depends less on other load. Uses the built worker. Prints one line of JSON.
 * npm run build && npx -c 'node bench/results.ts [--rows 1000000] [--runs 3]'
 */
import { NO_VERDICTS } from '../main/worker-protocol/review.ts';
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { JSONParser } from '@streamparser/json';
import { type ContractAsk, NO_OFFICE } from '../main/worker-protocol/queries.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { JsonElements } from '../main/worker/collect/json-stream.ts';
import {
  csvOf,
  savedRequest,
  type SavedRequest,
  listRows,
  profileFor,
  OVERVIEW,
  readInThreads,
  ResultProject,
} from '../test/kit/result-project.ts';
import { UNWATCHED } from '../main/worker/threads/unwatched.ts';
import { median, noise, round } from './numbers.ts';

const SIDES = ['list', 'collect', 'splitter', 'streamparser', 'pages'] as const;
type Side = (typeof SIDES)[number];
/** Share of the answer that the slow baseline splits. */
const STREAMPARSER_PART = 0.1;

/** Profiles created at once. */
const AT_ONCE = 2000;
/** Additional content of a real service's profiles, so that the answer has a realistic size. */
const PADDING = { links: { self: 'https://service.example.test/integrations/20240515/profile/' }, multiLensScores: lenses() };

function lenses() {
  return ['Health', 'Education', 'Arts', 'Environment', 'Community', 'Faith'].map((lens, at) => ({
    lens,
    overallScore: 1 + (at % 4),
    affinityRating: 4 - (at % 4),
    explanation: 'Giving and memberships that are on public record, weighed by their year and amount.',
  }));
}

function* answer(rows: number): Generator<Buffer> {
  for (let from = 0; from < rows; from += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, rows - from) }, (_, at) => {
      const profile = profileFor(from + at);
      return JSON.stringify({ ...profile, mostRecentScore: { ...(profile['mostRecentScore'] as object), ...PADDING } });
    });
    yield Buffer.from(`${from === 0 ? '{"profiles":[' : ','}${part.join(',')}${from + AT_ONCE >= rows ? ']}' : ''}`);
  }
}

/** Writes the answer to a file, so that no side spends time creating it. */
function writeAnswer(path: string, rows: number): void {
  const file = openSync(path, 'w');
  for (const part of answer(rows)) writeSync(file, part);
  closeSync(file);
}

function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(1 << 18);
      const length = readSync(file, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

async function readList(path: string, rows: number): Promise<Project> {
  writeFileSync(path, csvOf(listRows(rows)));
  const project = await ResultProject.ofFile(path, readInThreads);
  return { folder: project.folder, request: savedRequest(project) };
}

interface Project {
  readonly folder: string;
  readonly request: SavedRequest;
}

interface Run {
  readonly seconds: number;
  /** CPU time of all threads. */
  readonly cpuSeconds: number;
  readonly peakMB: number;
  /** Milliseconds by kind of request. */
  readonly pages?: Readonly<Record<string, number>>;
}

async function timed(work: () => void | Promise<void>): Promise<Run> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, cpuSeconds: (user + system) / 1e6, peakMB: round(process.resourceUsage().maxRSS / 1024, 0) };
}

/** Passes the answer to the collect task as the application does. */
async function collect(project: ResultProject, path: string): Promise<Run> {
  const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url));
  const task = pool.spawn('collect', { ...project.request, rowBase: 'find', body: project.body });
  task.result.catch(() => undefined);
  const run = await timed(async () => {
    await task.ask('begin', { part: 'profiles', contentType: 'application/json', headers: {} });
    for (const chunk of chunksOf(path)) await task.write(chunk);
    await task.ask('end', null);
    await task.ask('settle', { validRows: null });
  });
  task.cancel();
  await pool.close();
  return run;
}

/** Splits the same bytes and parses each element without storing anything. */
async function split(path: string, rows: number): Promise<Run> {
  let elements = 0;
  const splitter = new JsonElements({
    element: (_path, element) => {
      JSON.parse(element.toString('utf8'));
      elements += 1;
    },
  });
  const run = await timed(() => {
    for (const part of chunksOf(path)) splitter.write(part);
    splitter.end();
  });
  if (elements !== rows) throw new Error(`${elements} elements of ${rows}`);
  return run;
}

/** The same with @streamparser/json. */
async function splitByLibrary(path: string, rows: number): Promise<Run> {
  let elements = 0;
  const parser = new JSONParser({ paths: ['$.profiles.*'], keepStack: false });
  parser.onValue = () => {
    elements += 1;
  };
  const run = await timed(() => {
    for (const part of chunksOf(path)) parser.write(part);
  });
  if (elements !== rows) throw new Error(`${elements} elements of ${rows}`);
  return run;
}

const CAPACITY = 'mostRecentScore.scoreDetails.capacityRating';
const VALUE = 'mostRecentScore.scoreDetails.capacityValue';

async function pages(project: ResultProject, rows: number): Promise<Run> {
  const took: Record<string, number> = {};
  const columns = [CAPACITY, VALUE, 'mostRecentScore.overallScore', 'mostRecentScore.dateScored'];
  const page = (filtered: boolean, column: string | null, offset: number): ContractAsk<'results.page'> => ({
    options: { sendErrors: false, resendRecent: false },
    selection: { outcome: 'scored', filters: filtered ? [{ kind: 'is', column: CAPACITY, value: '4' }] : [], find: '' },
    columns,
    sort: column === null ? null : { column, descending: true },
    earlier: [],
    verdicts: NO_VERDICTS,
    office: NO_OFFICE,
    offset,
    limit: 200,
  });
  const questions: readonly (readonly [string, ContractAsk<'results.page'>])[] = [
    ['first page', page(false, null, 0)],
    ['filtered, first', page(true, null, 0)],
    ['sorted by a rating, first', page(false, CAPACITY, 0)],
    ['sorted by an amount, first', page(false, VALUE, 0)],
    ['in the middle', page(false, null, Math.floor(rows / 2))],
    ['filtered, in the middle', page(true, null, Math.floor(rows / 8))],
    ['sorted by a rating, in the middle', page(false, CAPACITY, Math.floor(rows / 2))],
    ['sorted by an amount, at the end', page(false, VALUE, rows - 200)],
  ];
  const run = await timed(async () => {
    await project.answering(async (answers) => {
      const opening = performance.now();
      await answers['results.get'](OVERVIEW, UNWATCHED);
      took['opening'] = round(performance.now() - opening, 1);
      // A user needs at least this long to look at the first page.
      await setTimeout(1000);
      for (const [name, question] of questions) {
        const before = performance.now();
        await answers['results.page'](question, UNWATCHED);
        took[name] = round(performance.now() - before, 1);
      }
    });
  });
  return { ...run, pages: took };
}

/** `path`: the answer, or the list to write; `project`: file with the project's description. */
async function measure(side: Side, rows: number, path: string, project: string): Promise<Run | Project> {
  if (side === 'splitter') return await split(path, rows);
  if (side === 'streamparser') return await splitByLibrary(path, rows);
  if (side === 'list') return await readList(path, rows);
  const { folder, request } = JSON.parse(readFileSync(project, 'utf8')) as Project;
  const again = ResultProject.reopen(folder, request);
  return side === 'collect' ? await collect(again, path) : await pages(again, rows);
}

async function runChild<T = Run>(side: Side, rows: number, path: string, project = ''): Promise<T> {
  const argv = ['--side', side, '--rows', String(rows), '--answer', path, '--project', project];
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...argv], { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout)) as T;
}

const medianOf = (runs: readonly Run[], of: 'seconds' | 'cpuSeconds' | 'peakMB') => round(median(runs.map((run) => run[of])));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: '3' },
      side: { type: 'string' },
      answer: { type: 'string', default: '' },
      project: { type: 'string', default: '' },
    },
  });
  const rows = Number(values.rows);
  const only = SIDES.find((side) => side === values.side);
  if (only !== undefined) {
    console.log(JSON.stringify(await measure(only, rows, values.answer, values.project)));
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-results-'));
  const projects: Project[] = [];
  const fresh = async (): Promise<string> => {
    const project = await runChild<Project>('list', rows, join(folder, 'list.csv'));
    projects.push(project);
    const projectPath = join(folder, 'project.json');
    writeFileSync(projectPath, JSON.stringify(project));
    return projectPath;
  };
  try {
    const path = join(folder, 'answer.json');
    writeAnswer(path, rows);
    const part = join(folder, 'part.json');
    const partRows = Math.max(1, Math.round(rows * STREAMPARSER_PART));
    writeAnswer(part, partRows);
    const runs: Record<'collect' | 'splitter' | 'streamparser', Run[]> = { collect: [], splitter: [], streamparser: [] };
    for (let run = 0; run < Number(values.runs); run += 1) {
      runs.collect.push(await runChild('collect', rows, path, await fresh()));
      runs.splitter.push(await runChild('splitter', rows, path));
      runs.streamparser.push(await runChild('streamparser', partRows, part));
    }
    const { pages: pageMs } = await runChild('pages', rows, path, join(folder, 'project.json'));
    const [ours, anchor] = [medianOf(runs.collect, 'seconds'), medianOf(runs.splitter, 'seconds')];
    const [oursCpu, anchorCpu] = [medianOf(runs.collect, 'cpuSeconds'), medianOf(runs.splitter, 'cpuSeconds')];
    const library = medianOf(runs.streamparser, 'seconds') / STREAMPARSER_PART;
    console.log(
      JSON.stringify({
        bench: 'results',
        rows,
        runs: Number(values.runs),
        answerMB: round(statSync(path).size / 1024 ** 2, 0),
        collectSeconds: ours,
        collectCpuSeconds: oursCpu,
        collectPeakMB: medianOf(runs.collect, 'peakMB'),
        anchor: {
          name: 'the splitter and JSON.parse alone',
          seconds: anchor,
          cpuSeconds: anchorCpu,
          noise: noise(runs.splitter.map(({ seconds }) => seconds)),
          noiseCpu: noise(runs.splitter.map(({ cpuSeconds }) => cpuSeconds)),
        },
        times: round(ours / anchor),
        timesCpu: round(oursCpu / anchorCpu),
        library: { name: '@streamparser/json, from a tenth of the answer', seconds: round(library), times: round(ours / library) },
        pageMs,
      }),
    );
  } finally {
    for (const each of [folder, ...projects.map((project) => project.folder)]) rmSync(each, { recursive: true, force: true });
  }
}

await main();
