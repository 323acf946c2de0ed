/**
 * Every layout with random lists: who passes and who is held back, and a proof of an export with every kind of damage at the same time.
 * @module-tag deep
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { NO_VERDICTS } from '../../../main/worker-protocol/review.ts';
import { planWriteBack } from '../../../main/worker/write-back/plan.ts';
import { proofPage } from '../../../main/worker/write-back/proof-store.ts';
import { prove } from '../../../main/worker/write-back/prove.ts';
import { LAYOUTS, type Layout } from '../../../shared/results/layouts.ts';
import { csvOf, type ResultProject } from '../../kit/result-project.ts';
import { cellsOf, layoutOf, SCORE_KEYS, setupScreenedLists, sourceOf, written } from '../../kit/setup-screened-lists.ts';
import { quietContext } from '../../kit/task-context.ts';

const IDS = LAYOUTS.map(({ id }) => id);
const TIMES = { at: 1, madeAt: null, writtenAt: null };
const folder = mkdtempSync(join(tmpdir(), 'desk-prove-layouts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const screened = setupScreenedLists();

type Lines = readonly (readonly string[])[];
let files = 0;
async function compared(project: ResultProject, layout: Layout, cells: Lines, verdicts = NO_VERDICTS) {
  const name = `export-${++files}.csv`;
  const path = join(folder, name);
  writeFileSync(path, csvOf(cells));
  return await prove({ ...sourceOf(project, layout), verdicts, path, name, ...TIMES }, quietContext);
}

interface Score {
  readonly overallScore: number;
  readonly scoreDetails: Readonly<Record<string, unknown>>;
}
/** A profile with another match number, or without some of its scores. */
const changed = (profile: Record<string, unknown>, details: object, overall?: null) => {
  const score = profile['mostRecentScore'] as Score;
  const own = overall === null ? null : score.overallScore;
  return { ...profile, mostRecentScore: { ...score, overallScore: own, scoreDetails: { ...score.scoreDetails, ...details } } };
};

const person = fc.record({
  match: fc.integer({ min: 40, max: 99 }),
  lacks: fc.constantFrom<'nothing' | 'capacity' | 'overall'>('nothing', 'nothing', 'nothing', 'capacity', 'overall'),
});

describe('a random list', () => {
  test.each(IDS)('%s: each person passes or is held back once, and every value of the file is proved', async (id) => {
    const layout = layoutOf(id);
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 3, maxLength: 14 }), fc.constantFrom(null, 60, 80), async (people, acceptAt) => {
        const project = await screened(people.length, (profile, at) => {
          const { match, lacks } = people[at]!;
          const details = { confidenceOfMatch: match, ...(lacks === 'capacity' && { capacityRating: null, capacityRange: null }) };
          return changed(profile, details, lacks === 'overall' ? null : undefined);
        });
        const verdicts = { ...NO_VERDICTS, acceptAt };
        const plan = await planWriteBack({ ...sourceOf(project, layout), verdicts, held: null }, quietContext);
        const held = Object.values(plan.heldBack).reduce((sum, count) => sum + count, 0);
        const path = await project.export('random.csv', { kind: 'layout', layout, columns: sourceOf(project, layout).columns, verdicts });
        const [head = [], ...lines] = cellsOf(path);
        const passing = new Set(lines.map(([own]) => own));
        expect(passing.size + held).toBe(plan.people);
        expect(lines).toHaveLength(plan.lines);
        const keys = lines.map((line) => (layout.rows === 'score' ? line.slice(0, 3).join('|') : line[0]));
        expect(new Set(keys).size).toBe(lines.length);
        if (passing.size === 0) return;
        const proof = await compared(project, layout, [head, ...lines], verdicts);
        expect(proof.people).toBe(passing.size);
        expect(proof.counts.there).toEqual({ values: proof.values, people: passing.size });
        expect(proof.values).toBe(plan.values);
      }),
      { numRuns: 5 },
    );
  });
});

/** Adds ranges that differ from each other and are long enough to be cut. */
const withRange = (profile: Record<string, unknown>, at: number) =>
  changed(profile, { capacityRange: `$${at}50K to $${at}90K in property and business` });

describe('an export with every kind of damage', () => {
  test.each(IDS)('%s: each value is found as what happened to it', async (id) => {
    const rows = 16;
    const layout = layoutOf(id);
    const project = await screened(rows, withRange);
    const [head = [], ...lines] = await written(project, layout);
    const width = layout.rows === 'score' ? SCORE_KEYS.length : head.length - 1;
    const day = layout.columns.findIndex(({ from }) => from.kind === 'day');
    const money = head.findIndex((title) => /capacity.value/i.test(title));
    const idOf = (at: number) => `C-${String(at + 1).padStart(5, '0')}`;
    const range = (line: readonly string[]) => line.findIndex((cell) => cell.includes('in property and business'));
    const theirs = lines.flatMap((line) => {
      const [own] = line;
      const at = range(line);
      // Another notation of dates and amounts.
      const noted = line.map((cell, column) =>
        column === day ? 'Nov 19, 2026' : column === money ? `$${Number(cell).toLocaleString('en-US')}.00` : cell,
      );
      if (own === idOf(0)) return [];
      if (own === idOf(1) && at >= 0) return [noted.with(at, line[at]!.slice(0, 20))];
      if (own === idOf(2) && at >= 0) return [noted.with(at, 'Something else')];
      if (own === idOf(3)) return [noted.with(0, 'MOVED-1')];
      // Two records were merged, and have the values of both.
      if (own === idOf(6)) return [noted.with(0, idOf(5))];
      return [noted];
    });
    const others = [1, 2, 3].map((at) => lines[0]!.map((cell, column) => (column === 0 ? `Z-${at}` : `${cell} ${at}`)));
    const proof = await compared(project, layout, [head, ...others, ...theirs.toReversed()]);
    expect(proof.counts).toEqual({
      missing: { values: width, people: 1 },
      cut: { values: 1, people: 1 },
      different: { values: 1, people: 1 },
      elsewhere: { values: 2 * width, people: 2 },
      there: { values: (rows - 3) * width - 2, people: rows - 5 },
    });
    // In the order of the names.
    const { people } = await proofPage({ file: project.request.file, state: 'elsewhere', find: '', offset: 0 }, quietContext);
    expect(people.map(({ id: own, values }) => [own, values[0]!.found])).toEqual([
      [idOf(6), idOf(5)],
      [idOf(3), 'MOVED-1'],
    ]);
  });
});
