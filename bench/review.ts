/**
 * The review of a long list by the built worker: its first page, the next person after a verdict, and a household. The baseline in the same
 * run requests pages of the same scored people as Scores shows them, sorted by capacity. Prints one line of JSON.
 * npm run build && npx -c 'node bench/review.ts [--rows 1000000] [--verdicts 1000]'
 */
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { VerdictBook } from '../main/results/verdict-books.ts';
import type { StoredStep } from '../main/store/app-database/review-table.ts';
import type { ReviewStep, VerdictChange } from '../shared/review/index.ts';
import { NO_VERDICTS } from '../main/worker-protocol/review.ts';
import { csvOf, listRows, OVERVIEW, profileFor, readInThreads, ResultProject } from '../test/kit/result-project.ts';
import { median, round } from './numbers.ts';

/** Profiles created at once. */
const AT_ONCE = 2000;
const CAPACITY = 'mostRecentScore.scoreDetails.capacityValue';
const FIRST_PAGE_TARGET_MS = 150;
const NEXT_TARGET_MS = 50;
const NEXT_RUNS = 15;

function* answer(rows: number): Generator<Buffer> {
  for (let from = 0; from < rows; from += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, rows - from) }, (_, at) => {
      const profile = profileFor(from + at);
      const score = profile['mostRecentScore'] as { scoreDetails: object };
      const scoreDetails = { ...score.scoreDetails, confidenceOfMatch: 40 + (((from + at) * 13) % 60) };
      return JSON.stringify({ ...profile, mostRecentScore: { ...score, scoreDetails } });
    });
    yield Buffer.from(`${from === 0 ? '[' : ','}${part.join(',')}${from + AT_ONCE >= rows ? ']' : ''}`);
  }
}

/** A journal of verdicts in memory. */
class Journal {
  private readonly steps: StoredStep[] = [];
  append(_id: string, at: number, last: number, step: ReviewStep): boolean {
    this.steps.push({ number: last + 1, at, step });
    return true;
  }
  after(_id: string, last: number): StoredStep[] {
    return this.steps.slice(last);
  }
}

const tenths = (value: number) => round(value, 1);

async function main(rows: number, verdicts: number): Promise<void> {
  const project = await ResultProject.of(csvOf(listRows(rows)), true, readInThreads);
  const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url));
  try {
    await project.collect({ profiles: answer(rows) });
    const task = pool.spawn('query', project.request);
    task.result.catch(() => undefined);
    const book = new VerdictBook('p', new Journal() as never);
    const judge = async (sheetRows: readonly number[]) => {
      const { pairs, changes } = await task.ask('pairs', { rows: sheetRows });
      const changed: VerdictChange[] = pairs.map((pair) => ({ ...pair, before: null, after: { is: 'right', reason: null, note: '' } }));
      book.add(1, () => ({ kind: 'set', who: '', undoes: null, from: null, changes, verdicts: changed }));
    };
    await task.ask('results.get', OVERVIEW);
    // A user looks at the first page of Scores for at least this long; meanwhile the worker loads the visible columns.
    await setTimeout(3000);
    await judge(Array.from({ length: verdicts }, (_, at) => 2 + Math.floor((at * rows) / verdicts)));

    const { options } = OVERVIEW;
    const page = { options, offset: 0, limit: 100 };
    const sorted = { column: CAPACITY, descending: true };
    const scored = { outcome: 'scored' as const, filters: [], find: '' };
    const timed = async (work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const scores = () =>
      timed(() =>
        task.ask('results.page', {
          ...page,
          selection: scored,
          columns: [CAPACITY],
          sort: sorted,
          earlier: [],
          verdicts: NO_VERDICTS,
          office: OVERVIEW.office,
        }),
      );
    const baseline = [await scores()];
    while (baseline.length < NEXT_RUNS) baseline.push(await scores());

    const conditions = { options, filters: [], find: '', value: null };
    const queue = () => task.ask('review.queue', { ...conditions, ...page, part: 'left', verdicts: book.packed(null) });
    const view = () => task.ask('review.get', { ...conditions, preferences: OVERVIEW.preferences, verdicts: book.packed(null) });
    // The Review tab shows this number as soon as Scores opens.
    const tabMs = await timed(view);
    const firstPageMs = await timed(queue);
    const firstViewMs = await timed(view);
    const next: number[] = [];
    for (let run = 0; run < NEXT_RUNS; run++) {
      const [first, second] = (await queue()).rows;
      next.push(
        await timed(async () => {
          await judge([first!.row]);
          const shown = await queue();
          if (shown.rows[0]!.row !== second!.row) throw new Error('the next person is not the second one');
          await view();
          await task.ask('review.person', { options, row: second!.row, value: null, verdicts: book.packed(null) });
        }),
      );
    }
    // The first household reads the addresses of the whole list, in slices between other queries.
    const household = (row: number) => timed(() => task.ask('review.household', { options, row }));
    const firstHouseholdMs = await household(2);
    const households: number[] = [];
    for (let run = 1; run <= NEXT_RUNS; run++) households.push(await household(2 + Math.floor((run * (rows - 1)) / NEXT_RUNS)));
    task.cancel();
    await task.result.catch(() => undefined);
    console.log(
      JSON.stringify({
        bench: 'review',
        rows,
        verdicts,
        tabMs: tenths(tabMs),
        firstPageMs: tenths(firstPageMs),
        firstViewMs: tenths(firstViewMs),
        nextMs: { median: tenths(median(next)), worst: tenths(Math.max(...next)) },
        householdMs: { first: tenths(firstHouseholdMs), median: tenths(median(households)), worst: tenths(Math.max(...households)) },
        scoresPageMs: { first: tenths(baseline[0]!), median: tenths(median(baseline)) },
        targetMs: { firstPage: FIRST_PAGE_TARGET_MS, next: NEXT_TARGET_MS },
      }),
    );
  } finally {
    await pool.close();
    rmSync(project.folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, verdicts: { type: 'string', default: '1000' } } });
await main(Number(values.rows), Number(values.verdicts));
