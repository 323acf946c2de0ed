/** Proof of a write back whose export has other notations than the file: ticked boxes, codes with labels, codes of HTML, days; and texts that are cut. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { proofFile } from '../../../main/worker/write-back/proof-file.ts';
import { prove } from '../../../main/worker/write-back/prove.ts';
import type { Layout } from '../../../shared/results/layouts.ts';
import type { Proof } from '../../../shared/write-back/proof-shapes.ts';
import { csvOf, EXPORT_INPUTS, type ResultProject } from '../../kit/result-project.ts';
import { cellsOf, layoutOf, setupScreenedLists, sourceOf, written } from '../../kit/setup-screened-lists.ts';
import { quietContext } from '../../kit/task-context.ts';

const ROWS = 12;
const folder = mkdtempSync(join(tmpdir(), 'desk-notations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const screened = setupScreenedLists();

let files = 0;
async function compared(project: ResultProject, layout: Layout, cells: readonly (readonly string[])[]): Promise<Proof> {
  const name = `export-${++files}.csv`;
  const path = join(folder, name);
  writeFileSync(path, csvOf(cells));
  return await prove({ ...sourceOf(project, layout), path, name, at: 1, madeAt: null, writtenAt: null }, quietContext);
}

async function repaired(project: ResultProject): Promise<string[][]> {
  const target = join(folder, `repair-${++files}.csv`);
  const input = { ...project.request, ...EXPORT_INPUTS, target, kind: 'repair' as const, format: 'csv' as const };
  await proofFile({ ...input, states: ['missing', 'cut'] }, quietContext);
  return cellsOf(target);
}

/** Adds a text, and a checkbox that is ticked for every other person. */
const withValues = (text: (at: number) => string) => (profile: Record<string, unknown>, at: number) => {
  const score = profile['mostRecentScore'] as { scoreDetails: object };
  return {
    ...profile,
    mostRecentScore: { ...score, scoreDetails: { ...score.scoreDetails, capacityRange: text(at), bequest: at % 2 === 0 } },
  };
};
const LAYOUT: Layout = {
  ...layoutOf('bloomerang'),
  columns: [
    layoutOf('bloomerang').columns[0]!,
    { title: 'Capacity rating', from: { kind: 'score', key: 'scoreDetails.capacityRating' } },
    { title: 'Capacity range', from: { kind: 'score', key: 'scoreDetails.capacityRange' } },
    { title: 'Bequest', from: { kind: 'score', key: 'scoreDetails.bequest' } },
  ],
};

test('a report that marks only ticked checkboxes proves the others too, but not those of people who are not in it', async () => {
  const project = await screened(
    ROWS,
    withValues((at) => `Homes & land ${at}`),
  );
  const [head = [], ...rows] = await written(project, LAYOUT);
  expect([rows[0]![3], rows[1]![3]]).toEqual(['TRUE', 'FALSE']);
  const report = rows.map(([id = '', rating = '', range = '', bequest]) => [
    id,
    `${rating} - Level ${rating}`,
    range.replace('&', '&amp;'),
    bequest === 'TRUE' ? 'X' : '',
  ]);
  expect((await compared(project, LAYOUT, [head, ...report])).counts).toMatchObject({ there: { values: ROWS * 3, people: ROWS } });
  // The last person is not ticked.
  const without = await compared(project, LAYOUT, [head, ...report.slice(0, -1)]);
  expect(without.counts).toMatchObject({ missing: { values: 3, people: 1 }, there: { people: ROWS - 1 } });
  // A report that also has a text for those that are not ticked.
  const all = await compared(project, LAYOUT, [head, ...report.map((row, at) => (at === 1 ? row.with(3, 'No') : row))]);
  expect(all.counts).toMatchObject({ missing: { values: ROWS / 2 - 1 } });
  // Ticked boxes did not arrive.
  const unticked = await compared(project, LAYOUT, [head, ...report.map((row, at) => (at === 0 ? row.with(3, '') : row))]);
  expect(unticked.counts).toMatchObject({ missing: { values: 1, people: 1 } });
});

test('the day of a line is the day of the screening in every notation, and a line with another day is not', async () => {
  const project = await screened(ROWS);
  const layout = layoutOf('raisers-edge');
  const [head = [], ...lines] = await written(project, layout);
  const DAYS = ['20261119', '46345', 'Thursday, November 19, 2026', '19 de noviembre de 2026', '2026. 11. 19.', '19.11.2026'];
  const theirs = lines.map((line, at) => line.with(3, DAYS[at % DAYS.length]!));
  const proof = await compared(project, layout, [head, ...theirs]);
  expect(proof.counts).toMatchObject({ there: { values: lines.length } });
  const other = await compared(project, layout, [head, theirs[0]!.with(3, '46346'), ...theirs.slice(1)]);
  expect(other.counts).toMatchObject({ different: { values: 1 }, there: { values: lines.length - 1 } });
});

test('a repair file shortens a text to the limit of its field, and not where a longer text has arrived in that field', async () => {
  const project = await screened(
    ROWS,
    withValues((at) => `$${at}50K to $${at}90K in property and business`),
  );
  const [head = [], ...rows] = await written(project, LAYOUT);
  const cutTo = (most: number) => rows.map((row) => row.with(2, row[2]!.slice(0, most).trim()));
  // The field takes 20 characters.
  const limited = await compared(project, LAYOUT, [head, ...cutTo(20)]);
  expect(limited.cuts).toEqual([{ title: 'Capacity range', most: 20, values: ROWS }]);
  expect((await repaired(project)).slice(1).map((row) => row[2])).toEqual(rows.map((_, at) => `$${at}50K to $${at}90K in`));
  // Somebody has shortened the text of one person.
  const byHand = await compared(project, LAYOUT, [head, cutTo(6)[0]!, ...rows.slice(1)]);
  expect(byHand).toMatchObject({ counts: { cut: { values: 1 }, there: { people: ROWS - 1 } }, cuts: [] });
  expect((await repaired(project))[1]).toEqual(rows[0]);
});

test("Raiser's Edge's export has several attributes of a person in numbered columns of one row", async () => {
  const project = await screened(ROWS);
  const layout = layoutOf('raisers-edge');
  const [, ...lines] = await written(project, layout);
  const ids = [...new Set(lines.map(([id]) => id!))];
  const most = 4;
  const head = Array.from({ length: most }, (_, at) => ['Category', 'Date', 'Description'].map((part) => `CnAttrCat_1_0${at + 1}_${part}`));
  const rows = ids.map((id) => {
    const own = lines.filter(([other]) => other === id).map(([, title, text, day]) => [title!, day!, text!]);
    // An attribute of another kind is first.
    const all = [['Volunteer', '1/2/2020', 'Yes'], ...own];
    return [id, ...Array.from({ length: most }, (_, at) => all[at] ?? ['', '', '']).flat()];
  });
  const proof = await compared(project, layout, [['CnBio_ID', ...head.flat()], ...rows]);
  expect(proof.counts).toMatchObject({ there: { values: lines.length, people: ROWS }, missing: { values: 0 } });
  const lost = await compared(project, layout, [
    ['CnBio_ID', ...head.flat()],
    ...rows.map((row, at) => (at === 0 ? row.with(6, '') : row)),
  ]);
  expect(lost.counts).toMatchObject({ missing: { values: 1, people: 1 } });
});

test('the scores of a layout with a line for each score share the limit of one field', async () => {
  const project = await screened(
    ROWS,
    withValues((at) => `$${at}50K to $${at}90K in property`),
  );
  const layout: Layout = {
    ...layoutOf('raisers-edge'),
    scores: [
      { key: 'scoreDetails.capacityRange', title: 'DS Range' },
      {
        key: 'scoreDetails.capacityRating',
        title: 'DS Words',
        words: [{ from: '1', to: 'A major gift in the next five years, and more' }],
      },
    ],
  };
  const [head = [], ...lines] = await written(project, layout);
  const theirs = lines.map((line) => (line[1] === 'DS Range' ? line.with(2, line[2]!.slice(0, 14)) : line));
  expect(lines.some(([, , text]) => text === 'A major gift in the next five years, and more')).toBe(true);
  const proof = await compared(project, layout, [head, ...theirs]);
  expect(proof).toMatchObject({ counts: { cut: { values: ROWS } }, cuts: [] });
  expect((await repaired(project)).slice(1)).toEqual(lines.filter(([, title]) => title === 'DS Range'));
});
