/** Ratings, the matrix and officers in the terminal, including one file for each officer. Nothing is sent or charged. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as XLSX from 'xlsx';
import { expect, it } from 'vitest';
import { writeList } from '../../kit/csv-list.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { desk, folder, practice } = await setupTerminal();
const last = async (...words: readonly string[]) => {
  const ran = await desk(...words, '--json');
  return { exit: ran.exit, ...(ran.lines.at(-1) as Record<string, never>) } as Record<string, never> & { exit: number };
};

it('sets ratings, counts the matrix, assigns people to officers, undoes it, and saves a file for each officer', async () => {
  const list = join(folder, 'list.csv');
  writeList(list, 30);
  const sent = await desk('screen', list, '--send-errors', '--yes', '--out', join(folder, 'out.xlsx'), '--json');
  const { project } = sent.lines.at(-1) as { readonly project: string };
  const before = await practice.client.ledger();

  const bands = ['--band', 'A=$500,000 Principal', '--band', 'B=1000 Major', '--band', 'C=0'];
  const set = await last('ratings', 'set', project, '--score', 'capacityValue', ...bands);
  expect(set).toMatchObject({
    exit: 0,
    ok: true,
    rating: { title: 'Our rating', steps: [{ code: 'A', label: 'Principal', from: 500_000 }, {}, {}] },
  });
  const people = set['people'] as unknown as number[];
  const scored = people.reduce((sum, count) => sum + count, 0);
  expect(await last('ratings', 'set', project, '--score', 'propensityRating', '--equal', '2')).toMatchObject({
    exit: 0,
    rating: { title: 'Propensity rating', kind: 'bands' },
  });
  expect((await last('ratings', project))['ratings']).toHaveLength(2);
  const matrix = await last('ratings', 'matrix', project);
  expect(matrix).toMatchObject({ exit: 0, all: { people: scored } });
  const wrong = await desk('ratings', 'set', project, '--score', 'capacityValue', '--band', 'A=1', '--band', 'B=2');
  expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining('The highest band comes first.')]);
  expect((await desk('ratings', 'remove', project, '--score', 'propensityRating')).exit).toBe(0);
  expect((await desk('ratings', 'remove', project, '--score', 'propensityRating')).exit).not.toBe(0);
  expect((await desk('ratings', 'matrix', project)).exit).toBe(1);

  const table = XLSX.utils.sheet_to_json<Record<string, string>>(XLSX.read(readFileSync(join(folder, 'out.xlsx'))).Sheets['Scores']!);
  const ids = table
    .filter((row) => row['Screening outcome'] === 'Scored' || row['Screening outcome'] === undefined)
    .map((row) => Object.values(row)[0]!);
  const [first, second, third] = ids as [string, string, string];
  expect((await desk('export', project, '--out', join(folder, 'x.zip'), '--by-officer', 'csv')).exit).toBe(1);
  expect(await last('officers', 'assign', project, '--ids', `${first},${second}`, '--to', 'J. Castellan')).toMatchObject({
    exit: 0,
    assigned: [{ officer: 'J. Castellan', people: 2 }],
  });
  const file = join(folder, 'officers.csv');
  writeFileSync(file, `Constituent ID,Assigned to\r\n${second},"Trask, M."\r\n${third},"Trask, M."\r\nnobody-1,"Trask, M."\r\n`);
  expect(await last('officers', 'assign', project, '--file', file)).toMatchObject({
    exit: 4,
    ok: false,
    assigned: [{ officer: 'Trask, M.', people: 2 }],
    unknown: ['nobody-1'],
  });
  const officers = await last('officers', project);
  expect(officers['officers']).toMatchObject([{ name: '', people: scored - 3 }, {}, {}]);
  expect(officers).toMatchObject({ undo: '2 people to Trask, M.', all: { people: scored } });

  const zip = join(folder, 'officers.zip');
  expect((await desk('export', project, '--out', zip)).exit).toBe(1);
  expect((await desk('export', project, '--out', zip, '--by-officer', 'csv')).exit).toBe(0);
  const names = (XLSX.CFB.read(readFileSync(zip), { type: 'buffer' }) as { FileIndex: { name: string }[] }).FileIndex.map(
    ({ name }) => name,
  );
  expect(names).toEqual(expect.arrayContaining(['Scores - J. Castellan.csv', 'Scores - Trask, M..csv', 'Scores - Unassigned.csv']));
  writeFileSync(zip, 'something else');
  expect((await desk('export', project, '--out', zip, '--by-officer', 'xlsx')).exit).not.toBe(0);
  expect(readFileSync(zip, 'utf8')).toBe('something else');
  expect(existsSync(join(folder, 'x.zip'))).toBe(false);

  expect(await last('officers', 'undo', project)).toMatchObject({ exit: 0, undone: 2 });
  expect((await last('officers', project))['officers']).toMatchObject([
    { name: '', people: scored - 2 },
    { name: 'J. Castellan', people: 2 },
  ]);
  expect(await practice.client.ledger()).toEqual(before);
});
