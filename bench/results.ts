/**
 * Results of a long list: the answer of the service into the project file, against taking the same bytes apart and nothing
 * else; then pages of 200 rows anywhere in it, filtered and sorted by scores. Each side runs in a process of its own, in
 * turn; medians. Prints one line of JSON.
 *
 * npx -c 'node bench/results.ts [--rows 1000000] [--runs 3]'
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { QueryQuestion } from '../main/worker/messages.ts';
import { JsonElements } from '../main/worker/jsonstream.ts';
import { csvOf, listRows, profileFor, readInThreads, ResultProject } from '../test/kit/result-project.ts';

const SIDES = ['collect', 'splitter', 'pages'] as const;
type Side = (typeof SIDES)[number];

/** Profiles that are made at once. */
const AT_ONCE = 2000;
/** What a profile of a real service has beside its scores, so that a million of them are as long as its answer. */
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

/** The answer as a file, so that neither side is charged for making it up. */
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

interface Run {
  readonly seconds: number;
  /** Milliseconds a page, first times and later ones. */
  readonly pages?: Readonly<Record<string, number>>;
}

async function collect(project: ResultProject, path: string): Promise<Run> {
  const start = performance.now();
  await project.collect({ profiles: chunksOf(path), chunk: 1 << 18 });
  return { seconds: (performance.now() - start) / 1000 };
}

/** The same bytes taken apart, each element parsed, nothing kept. */
function split(path: string, rows: number): Run {
  let elements = 0;
  const splitter = new JsonElements({
    element: (_path, element) => {
      JSON.parse(element.toString('utf8'));
      elements += 1;
    },
  });
  const start = performance.now();
  for (const part of chunksOf(path)) splitter.write(part);
  splitter.end();
  const seconds = (performance.now() - start) / 1000;
  if (elements !== rows) throw new Error(`${elements} elements of ${rows}`);
  return { seconds };
}

const CAPACITY = 'mostRecentScore.scoreDetails.capacityRating';
const VALUE = 'mostRecentScore.scoreDetails.capacityValue';

async function pages(project: ResultProject, rows: number): Promise<Run> {
  const start = performance.now();
  const took: Record<string, number> = {};
  const columns = [CAPACITY, VALUE, 'mostRecentScore.overallScore', 'mostRecentScore.dateScored'];
  const page = (filtered: boolean, column: string | null, offset: number): QueryQuestion => ({
    ask: 'resultsPage',
    selection: { outcome: 'scored', filters: filtered ? [{ kind: 'is', column: CAPACITY, value: '4' }] : [], find: '' },
    columns,
    sort: column === null ? null : { column, descending: true },
    offset,
    limit: 200,
  });
  const asked: readonly (readonly [string, QueryQuestion])[] = [
    ['first page', page(false, null, 0)],
    ['filtered, first', page(true, null, 0)],
    ['sorted by a rating, first', page(false, CAPACITY, 0)],
    ['sorted by an amount, first', page(false, VALUE, 0)],
    ['in the middle', page(false, null, Math.floor(rows / 2))],
    ['filtered, in the middle', page(true, null, Math.floor(rows / 8))],
    ['sorted by a rating, in the middle', page(false, CAPACITY, Math.floor(rows / 2))],
    ['sorted by an amount, at the end', page(false, VALUE, rows - 200)],
  ];
  await project.answering(async (ask) => {
    for (const [name, question] of asked) {
      const before = performance.now();
      await ask(question);
      took[name] = round(performance.now() - before, 1);
    }
  });
  return { seconds: (performance.now() - start) / 1000, pages: took };
}

async function measure(side: Side, rows: number, path: string): Promise<Run> {
  if (side === 'splitter') return split(path, rows);
  const project = await ResultProject.of(csvOf(listRows(rows)), true, readInThreads);
  try {
    const collected = await collect(project, path);
    return side === 'collect' ? collected : await pages(project, rows);
  } finally {
    project.dispose();
  }
}

async function runChild(side: Side, rows: number, path: string): Promise<Run> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--side', side, '--rows', String(rows), '--answer', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as Run;
}

function median(runs: readonly Run[]): number {
  const sorted = runs.map(({ seconds }) => seconds).sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: '3' },
      side: { type: 'string' },
      answer: { type: 'string', default: '' },
    },
  });
  const rows = Number(values.rows);
  const only = SIDES.find((side) => side === values.side);
  if (only !== undefined) {
    console.log(JSON.stringify(await measure(only, rows, values.answer)));
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-results-'));
  try {
    const path = join(folder, 'answer.json');
    writeAnswer(path, rows);
    const runs: Record<'collect' | 'splitter', Run[]> = { collect: [], splitter: [] };
    for (let run = 0; run < Number(values.runs); run += 1) {
      runs.collect.push(await runChild('collect', rows, path));
      runs.splitter.push(await runChild('splitter', rows, path));
    }
    const { pages: pageMs } = await runChild('pages', rows, path);
    const [ours, anchor] = [median(runs.collect), median(runs.splitter)];
    console.log(
      JSON.stringify({
        bench: 'results',
        rows,
        runs: Number(values.runs),
        answerMB: round(statSync(path).size / 1024 ** 2, 0),
        collectSeconds: round(ours),
        anchor: { name: 'the splitter and JSON.parse alone', seconds: round(anchor) },
        times: round(ours / anchor),
        target: 1.8,
        beyond: 1.3,
        pageMs,
        pageTarget: 50,
        pageBeyond: 15,
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
