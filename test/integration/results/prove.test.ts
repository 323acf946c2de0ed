/** Proof of a write back: exports in the formats of other systems, with every kind of damage, compared with what a layout wrote. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as XLSX from 'xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { proofFile } from '../../../main/worker/write-back/proof-file.ts';
import { proof as readProof, proofPage } from '../../../main/worker/write-back/proof-store.ts';
import { prove } from '../../../main/worker/write-back/prove.ts';
import type { Proof } from '../../../shared/write-back/proof-shapes.ts';
import { LAYOUTS, type Layout } from '../../../shared/results/layouts.ts';
import type { ProofState } from '../../../shared/write-back/proof.ts';
import { csvOf, EXPORT_INPUTS, type ResultProject } from '../../kit/result-project.ts';
import { cellsOf, layoutOf, SCORE_KEYS, setupScreenedLists, sourceOf, written } from '../../kit/setup-screened-lists.ts';
import { quietContext } from '../../kit/task-context.ts';

const ROWS = 24;
const folder = mkdtempSync(join(tmpdir(), 'desk-prove-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const screened = setupScreenedLists();

let files = 0;
async function compared(project: ResultProject, layout: Layout, cells: readonly (readonly string[])[]): Promise<Proof> {
  const name = `export-${++files}.csv`;
  const path = join(folder, name);
  writeFileSync(path, csvOf(cells));
  return await prove({ ...sourceOf(project, layout), path, name, at: 1, madeAt: null, writtenAt: null }, quietContext);
}

const statesOf = ({ counts }: Proof): Record<ProofState, number> =>
  Object.fromEntries(Object.entries(counts).map(([state, { values }]) => [state, values])) as Record<ProofState, number>;
const peopleOf = ({ counts }: Proof): number => Object.values(counts).reduce((sum, { people }) => sum + people, 0);
const NOTHING = { missing: 0, cut: 0, different: 0, elsewhere: 0 };

describe('a file that was imported unchanged and exported', () => {
  test.each(LAYOUTS.map(({ id }) => id))('proves every value there: %s', async (id) => {
    const project = await screened(ROWS);
    const layout = layoutOf(id);
    const proof = await compared(project, layout, await written(project, layout));
    expect(statesOf(proof)).toEqual({ ...NOTHING, there: proof.values });
    expect(proof).toMatchObject({ people: ROWS, notCompared: [] });
    expect(proof.values).toBe(layout.rows === 'score' ? ROWS * SCORE_KEYS.length : ROWS * (layout.columns.length - 1));
    expect(await readProof(project.request.file, quietContext)).toEqual(proof);
  });

  test('proves every value there in any order, with other people and further columns, and each person counts once', async () => {
    const project = await screened(ROWS);
    const layout = layoutOf('civicrm');
    const [head = [], ...rows] = await written(project, layout);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...rows.keys()], { minLength: 1 }), fc.integer({ min: 0, max: 30 }), async (order, extra) => {
        const others = Array.from({ length: extra }, (_, at) => [
          `Z-${at}`,
          ...(rows[at % rows.length] ?? []).slice(1, 5),
          '',
          '',
          '',
          '2019-01-01',
        ]);
        const lines = [...order.map((at) => rows[at]!), ...others].map((row, at) => ['note', ...row.toReversed(), String(at)]);
        const proof = await compared(project, layout, [['Remark', ...head.toReversed(), 'Line'], ...lines]);
        const width = head.length - 1;
        expect(statesOf(proof)).toEqual({ ...NOTHING, there: order.length * width, missing: (ROWS - order.length) * width });
        expect(peopleOf(proof)).toBe(ROWS);
      }),
      { numRuns: 12 },
    );
  });
});

describe('the formats of another system', () => {
  test('are the same values: dates, currency, spaces, numbers', async () => {
    const project = await screened(ROWS);
    const layout = layoutOf('neon');
    const [head = [], ...rows] = await written(project, layout);
    const day = head.indexOf('Screening Date');
    const value = head.indexOf('Screening Capacity value');
    const overall = head.indexOf('Screening Overall');
    const range = head.indexOf('Screening Capacity range');
    const DAYS = ['11/19/26', '19/11/2026', '2026-11-19T00:00:00Z', '11/19/2026 12:00:00 AM', 'Nov 19, 2026', '19-Nov-2026'];
    const theirs = rows.map((row, at) => {
      const amount = Number(row[value]);
      return row.map((cell, column) => {
        if (column === day) return DAYS[at % DAYS.length]!;
        if (column === value)
          return [`$${amount.toLocaleString('en-US')}.00`, `${amount}.0`, `USD ${amount}`, `${amount.toLocaleString('de-DE')},00 €`][
            at % 4
          ]!;
        if (column === overall) return Number(cell).toFixed(2);
        return column === range ? `  ${cell.replace(' - ', '  - ')} ` : cell;
      });
    });
    expect(statesOf(await compared(project, layout, [head, ...theirs]))).toEqual({ ...NOTHING, there: ROWS * (head.length - 1) });
  });

  test('have other headings: labels in place of names, the ID as in the list', async () => {
    const project = await screened(ROWS);
    const layout = layoutOf('salesforce');
    const [head = [], ...rows] = await written(project, layout);
    const labels = head.map((title) => (title === 'Id' ? 'Constituent ID' : title.replace(/__c$/, '').replaceAll('_', ' ')));
    expect(statesOf(await compared(project, layout, [labels, ...rows]))).toEqual({ ...NOTHING, there: ROWS * (head.length - 1) });
  });

  test('can have a column for each category of a layout with a line for each score', async () => {
    const project = await screened(ROWS);
    const layout = layoutOf('raisers-edge');
    const [, ...lines] = await written(project, layout);
    const titles = [...new Set(lines.map(([, title]) => title!))];
    const ids = [...new Set(lines.map(([id]) => id!))];
    const wide = ids.map((id) => [id, ...titles.map((title) => lines.find((line) => line[0] === id && line[1] === title)?.[2] ?? '')]);
    const proof = await compared(project, layout, [['Constituent ID', ...titles.map((title) => `${title} Description`)], ...wide]);
    expect(statesOf(proof)).toEqual({ ...NOTHING, there: lines.length });
  });

  test('do not count the lines of an earlier screening', async () => {
    const project = await screened(ROWS);
    const layout = layoutOf('raisers-edge');
    const [head = [], ...lines] = await written(project, layout);
    const before = lines.map((line) => [line[0]!, line[1]!, '1', '3/1/2024', line[4]!]);
    const proof = await compared(project, layout, [head, ...before, ...lines.slice(1)]);
    expect(statesOf(proof)).toEqual({ ...NOTHING, there: lines.length - 1, ...(lines[0]![2] === '1' ? { different: 1 } : { missing: 1 }) });
  });

  test('words and lower bounds replace values in the file', async () => {
    const project = await screened(6);
    const layout = layoutOf('raisers-edge');
    const named: Layout = {
      ...layout,
      scores: [
        {
          key: 'scoreDetails.capacityRating',
          title: 'DS Capacity',
          words: [
            { from: '1', to: 'Lower' },
            { from: '3', to: 'Close' },
          ],
        },
        { key: 'mostRecentScore.overallScore', title: 'DS Overall' },
      ],
    };
    const lines = await written(project, named);
    expect(lines[1]).toEqual(['C-00001', 'DS Capacity', 'Close', '11/19/2026', 'Wealth screening']);
    expect(lines.filter(([, title]) => title === 'DS Capacity').map(([, , word]) => word)).toEqual([
      'Close',
      'Close',
      'Close',
      'Close',
      'Lower',
      'Lower',
    ]);
    const proof = await compared(project, named, lines);
    expect(statesOf(proof)).toEqual({ ...NOTHING, there: 12 });
  });
});

describe('damage', () => {
  /** Values are long enough to be cut. */
  const withRanges = (profile: Record<string, unknown>, at: number) => {
    const score = profile['mostRecentScore'] as { scoreDetails: object };
    return {
      ...profile,
      mostRecentScore: {
        ...score,
        scoreDetails: { ...score.scoreDetails, capacityRange: `$${at}50K to $${at}90K in property and business` },
      },
    };
  };

  test('counts a person under each kind that one of their values has, and those who have every value', async () => {
    const project = await screened(ROWS, withRanges);
    const layout = layoutOf('bloomerang');
    const [head = [], ...rows] = await written(project, layout);
    const width = head.length - 1;
    const range = head.indexOf('Screening Capacity range');
    const other = range === 1 ? 2 : 1;
    const theirs = rows.map((row, at) => (at === 0 ? row.with(range, 'Something else').with(other, '') : row));
    const proof = await compared(project, layout, [head, ...theirs]);
    expect(proof.counts).toEqual({
      missing: { values: 1, people: 1 },
      cut: { values: 0, people: 0 },
      different: { values: 1, people: 1 },
      elsewhere: { values: 0, people: 0 },
      there: { values: ROWS * width - 2, people: ROWS - 1 },
    });
  });

  test('is found by its kind, counted by values and people, and only what is not there is in the repair file', async () => {
    const project = await screened(ROWS, withRanges);
    const layout = layoutOf('bloomerang');
    const [head = [], ...rows] = await written(project, layout);
    const width = head.length - 1;
    const range = head.indexOf('Screening Capacity range');
    const theirs = rows.flatMap((row, at) => {
      if (at === 0) return [];
      if (at === 1) return [[row[0]!, ...Array.from({ length: width }, () => '')]];
      if (at === 2) return [row.with(range, row[range]!.slice(0, 20))];
      if (at === 3) return [row.with(range, 'Something else'), ['Someone', ...Array.from({ length: width }, () => '')]];
      if (at === 4) return [row.with(0, 'MERGED-1')];
      return [row];
    });
    const proof = await compared(project, layout, [head, ...theirs]);
    expect(proof.counts).toEqual({
      missing: { values: 2 * width, people: 2 },
      cut: { values: 1, people: 1 },
      different: { values: 1, people: 1 },
      elsewhere: { values: width, people: 1 },
      there: { values: (ROWS - 5) * width + 2 * (width - 1), people: ROWS - 5 },
    });
    // Longer texts have arrived in this field, so it has no such limit.
    expect(proof.cuts).toEqual([]);
    const all = await proofPage({ file: project.request.file, state: null, find: '', offset: 0 }, quietContext);
    expect(all.people.map(({ id, state }) => [id, state])).toEqual([
      ['C-00001', 'missing'],
      ['C-00002', 'missing'],
      ['C-00003', 'cut'],
      ['C-00004', 'different'],
      ['C-00005', 'elsewhere'],
    ]);
    expect(all.people[3]!.values).toEqual([{ value: range - 1, state: 'different', wrote: rows[3]![range], found: 'Something else' }]);
    expect(all.people[4]!.values[0]).toMatchObject({ found: 'MERGED-1' });
    const found = await proofPage({ file: project.request.file, state: 'cut', find: 'c-00003', offset: 0 }, quietContext);
    expect(found).toMatchObject({ total: 1, people: [{ id: 'C-00003' }] });
    expect(await proofPage({ file: project.request.file, state: 'cut', find: 'C-00004', offset: 0 }, quietContext)).toEqual({
      total: 0,
      people: [],
    });

    const target = join(folder, 'repair.csv');
    const { request } = project;
    const common = { ...request, ...EXPORT_INPUTS, target };
    const report = await proofFile({ ...common, kind: 'repair', format: 'csv', states: ['missing', 'cut', 'elsewhere'] }, quietContext);
    expect(report).toEqual({ rows: 4, people: 4 });
    const repaired = cellsOf(target);
    expect(repaired).toEqual([head, rows[0], rows[1], rows[2], rows[4]]);

    const record = join(folder, 'proof.xlsx');
    await proofFile({ ...common, kind: 'record', format: 'xlsx', target: record, summary: ['A proof.'] }, quietContext);
    const book = XLSX.read(readFileSync(record));
    expect(book.SheetNames).toEqual(['Not there', 'To remove by hand', 'Proof']);
    const removals = XLSX.utils.sheet_to_json<string[]>(book.Sheets['To remove by hand']!, { header: 1 });
    expect(removals).toHaveLength(1 + width);
    expect(removals[1]!.slice(0, 2)).toEqual(['Ada Ó Briain', 'MERGED-1']);
  });

  test('the people of a proof come by what was found, then by name, over all pages', async () => {
    const people = 250;
    const project = await screened(people, withRanges);
    const layout = layoutOf('neon');
    const [head = [], ...rows] = await written(project, layout);
    const range = head.indexOf('Screening Capacity range');
    // The first person of the list has another word, so the rows are not in the order of the states.
    const theirs = rows.flatMap((row, at) => (at === 0 ? [row.with(range, 'Something else')] : at < 225 ? [] : [row]));
    await compared(project, layout, [head, ...theirs]);
    const { file } = project.request;
    const first = await proofPage({ file, state: null, find: '', offset: 0 }, quietContext);
    const next = await proofPage({ file, state: null, find: '', offset: 200 }, quietContext);
    expect([first.total, first.people.length, next.people.length]).toEqual([225, 200, 25]);
    expect(next.people.at(-1)).toMatchObject({ id: 'C-00001', state: 'different' });
    const missing = [...first.people, ...next.people].slice(0, -1).map(({ name }) => name);
    expect(missing).toEqual(missing.toSorted(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare));
    expect(new Set(missing).size).toBeGreaterThan(1);
  });

  test('a repair keeps a value of the other system that differs, unless it is asked for', async () => {
    const project = await screened(ROWS, withRanges);
    const layout = layoutOf('neon');
    const [head = [], ...rows] = await written(project, layout);
    const theirs = rows.map((row, at) => (at === 0 ? row.with(1, '').with(2, '9') : row));
    const proof = await compared(project, layout, [head, ...theirs]);
    expect(statesOf(proof)).toMatchObject({ missing: 1, different: 1 });
    const target = join(folder, 'kept.csv');
    const common = {
      ...project.request,
      ...EXPORT_INPUTS,
      target,
      kind: 'repair' as const,
      format: 'csv' as const,
    };
    await proofFile({ ...common, states: ['missing'] }, quietContext);
    expect(cellsOf(target)[1]!.slice(0, 4)).toEqual([rows[0]![0], rows[0]![1], '9', rows[0]![3]]);
    await proofFile({ ...common, states: ['missing', 'different'] }, quietContext);
    expect(cellsOf(target)[1]!.slice(0, 4)).toEqual(rows[0]!.slice(0, 4));
  });

  test('values of two people that changed places are on another ID', async () => {
    const project = await screened(ROWS, withRanges);
    const layout = layoutOf('neon');
    const [head = [], ...rows] = await written(project, layout);
    const theirs = rows.map((row, at) => (at === 6 ? rows[7]!.with(0, row[0]!) : at === 7 ? rows[6]!.with(0, row[0]!) : row));
    const proof = await compared(project, layout, [head, ...theirs]);
    expect(proof.counts).toMatchObject({ elsewhere: { people: 2 }, different: { values: 0 }, missing: { values: 0 } });
    const { people } = await proofPage({ file: project.request.file, state: 'elsewhere', find: '', offset: 0 }, quietContext);
    expect(people.map(({ id, values }) => [id, values[0]!.found])).toEqual([
      ['C-00007', 'C-00008'],
      ['C-00008', 'C-00007'],
    ]);
  });

  test('the same values on a record of somebody else are no proof of a wrong record', async () => {
    const project = await screened(ROWS, (profile) => ({ ...profile, mostRecentScore: { overallScore: 2 } }));
    const layout: Layout = { ...layoutOf('neon'), columns: layoutOf('neon').columns.slice(0, 2) };
    const [head = [], ...rows] = await written(project, layout);
    const named = rows.map((row) => [...row, 'Somebody', 'Else']);
    const theirs = [[...head, 'First Name', 'Last Name'], ...named.slice(1), ['Z-1', '2', 'Someone', 'Unknown']];
    expect(statesOf(await compared(project, layout, theirs))).toEqual({ ...NOTHING, missing: 1, there: ROWS - 1 });
    // The name is the same.
    theirs[theirs.length - 1] = ['Z-1', '2', 'Ada', 'Lovelace'];
    expect(statesOf(await compared(project, layout, theirs))).toEqual({ ...NOTHING, elsewhere: 1, there: ROWS - 1 });
  });

  test('a column that the export lacks is named and not counted', async () => {
    const project = await screened(ROWS);
    const layout = layoutOf('neon');
    const [head = [], ...rows] = await written(project, layout);
    const proof = await compared(
      project,
      layout,
      [head, ...rows].map((row) => row.slice(0, 4)),
    );
    expect(statesOf(proof)).toEqual({ ...NOTHING, there: ROWS * 3 });
    expect(proof.notCompared).toEqual(head.slice(4));
  });

  test('a file of other people, or without the columns, is refused with what was expected, and the last proof stays', async () => {
    const project = await screened(ROWS);
    const layout = layoutOf('neon');
    const [head = [], ...rows] = await written(project, layout);
    const kept = await compared(project, layout, [head, ...rows]);
    const strangers = rows.map((row, at) => row.with(0, `Q${at}`));
    await expect(compared(project, layout, [head, ...strangers])).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(
        /^None of the 24 IDs is in “export-\d+\.csv”\. Your list’s IDs begin with C-00001, C-00002, C-00003; the file has Q0, Q1, Q2\.$/,
      ) as string,
    });
    await expect(compared(project, layout, [['Account ID', 'City'], ...rows.map(([id]) => [id!, 'Boston'])])).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('has none of the columns of this layout. Export “Account ID”, “Screening Overall”') as string,
    });
    expect(await readProof(project.request.file, quietContext)).toEqual(kept);
  });
});
