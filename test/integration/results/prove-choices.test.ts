/** Choices in a proof: whose value to keep, in which columns the export has the values, and an export that is too old. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { AppError } from '../../../shared/base/errors.ts';
import { exportColumns } from '../../../main/worker/write-back/crm-export.ts';
import { proofFile } from '../../../main/worker/write-back/proof-file.ts';
import { proof as readProof, proofChoice, proofPage } from '../../../main/worker/write-back/proof-store.ts';
import { prove } from '../../../main/worker/write-back/prove.ts';
import { olderThanFileText, proofSentences } from '../../../shared/view-texts/proof.ts';
import { csvOf, EXPORT_INPUTS } from '../../kit/result-project.ts';
import { cellsOf, layoutOf, setupScreenedLists, sourceOf, written } from '../../kit/setup-screened-lists.ts';
import { quietContext } from '../../kit/task-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-prove-choices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const screened = setupScreenedLists();
const TIMES = { at: 1, madeAt: null, writtenAt: null };
const path = join(folder, 'export.csv');
const read = { path, name: 'export.csv' };

it('writes a different value again only if ours was chosen, and keeps theirs even if all different ones are ticked', async () => {
  const project = await screened(4);
  const layout = layoutOf('neon');
  const [head = [], ...rows] = await written(project, layout);
  writeFileSync(path, csvOf([head, ...rows.map((row) => row.with(2, '9'))]));
  const before = await prove({ ...sourceOf(project, layout), ...read, ...TIMES }, quietContext);
  expect(before.counts.different.values).toBe(4);
  const { file } = project.request;
  const { people } = await proofPage({ file, state: 'different', find: '', offset: 0 }, quietContext);
  const valueOf = (at: number) => ({ row: people[at]!.row, value: people[at]!.values[0]!.value });
  await proofChoice({ file, values: [valueOf(0)], keep: 'ours' }, quietContext);
  await proofChoice({ file, values: [valueOf(1), valueOf(2)], keep: 'theirs' }, quietContext);
  await proofChoice({ file, values: [valueOf(2)], keep: null }, quietContext);
  const stored = (await readProof(file, quietContext))!;
  expect(stored).toEqual({ ...before, choices: { [`${people[0]!.row}:${valueOf(0).value}`]: 'ours', [`${people[1]!.row}:${valueOf(1).value}`]: 'theirs' } }); // prettier-ignore
  expect(proofSentences(stored)).toContain('Of the different values, 1 is to be ours, 1 are kept as theirs.');
  const target = join(folder, 'repair.csv');
  const common = { ...project.request, ...EXPORT_INPUTS, target, kind: 'repair' as const, format: 'csv' as const };
  await proofFile({ ...common, states: ['missing'] }, quietContext);
  // The headings are row 1 of the list.
  const lineOf = (at: number) => people[at]!.row - 2;
  expect(cellsOf(target)).toEqual([head, rows[lineOf(0)]]);
  await proofFile({ ...common, states: ['missing', 'different'] }, quietContext);
  expect(cellsOf(target)).toEqual([head, ...rows.filter((_, at) => at !== lineOf(1))]);
  // The next export is a separate proof.
  const again = await prove({ ...sourceOf(project, layout), ...read, ...TIMES }, quietContext);
  expect(again.choices).toEqual({});
});

it('chooses for every different value that a search finds, on any page', async () => {
  const rows = 230;
  const project = await screened(rows);
  const layout = layoutOf('neon');
  const [head = [], ...lines] = await written(project, layout);
  writeFileSync(path, csvOf([head, ...lines.map((line) => line.with(2, '9'))]));
  await prove({ ...sourceOf(project, layout), ...read, ...TIMES }, quietContext);
  const { file } = project.request;
  const chosen = async (choice: { readonly find?: string; readonly keep: 'ours' | 'theirs' | null }) =>
    Object.values((await proofChoice({ file, values: null, ...choice }, quietContext)).choices);
  expect(await chosen({ keep: 'ours' })).toEqual(Array.from({ length: rows }, () => 'ours'));
  // The people with the IDs C-00100 to C-00199.
  expect((await chosen({ keep: 'theirs', find: 'c-001' })).filter((keep) => keep === 'theirs')).toHaveLength(100);
  expect(await chosen({ keep: null })).toEqual([]);
}, 30_000);

it.each(['neon', 'raisers-edge'])('compares by the columns that were chosen by hand where no heading is known: %s', async (id) => {
  const project = await screened(4);
  const layout = layoutOf(id);
  const [, ...rows] = await written(project, layout);
  // No heading of this export resembles those of the layout, and two columns could be the ID.
  writeFileSync(path, csvOf([['Number', ...rows[0]!.map((_, at) => `F${at}q`)], ...rows.map((row, at) => [String(at), ...row])]));
  const columns = await exportColumns(read, quietContext);
  expect(columns[1]).toEqual({ heading: 'F0q', values: rows.slice(0, 3).map(([own]) => own) });
  const source = sourceOf(project, layout);
  const found = await prove({ ...source, ...read, ...TIMES }, quietContext).catch(({ code }: AppError) => code);
  // A layout with a line for each score is recognized by its content, whatever its headings.
  expect(found === 'INPUT_INVALID').toBe(id === 'neon');
  const titles = (await written(project, layout))[0]!.slice(1);
  const places =
    layout.rows === 'score'
      ? { id: 1, line: { title: 2, text: 3 }, values: [] }
      : { id: 1, line: null, values: titles.map((title, at) => ({ title, column: at + 2 })) };
  const proof = await prove({ ...source, ...read, ...TIMES, places }, quietContext);
  expect(proof.counts.there.values).toBe(proof.values);
  expect(proof.notCompared).toEqual([]);
  const wrong = await prove({ ...source, ...read, ...TIMES, places: { ...places, id: 0 } }, quietContext).catch((error: unknown) => error);
  expect(wrong).toMatchObject({ code: 'INPUT_INVALID', message: expect.stringContaining('None of the 4 IDs is in “export.csv”. Your list’s IDs begin with C-00001, C-00002, C-00003; the file has 0, 1, 2.') as string }); // prettier-ignore
});

it('says first that an export is older than the file that was written', async () => {
  const project = await screened(2);
  const layout = layoutOf('neon');
  writeFileSync(path, csvOf(await written(project, layout)));
  const writtenAt = Date.UTC(2026, 10, 24, 12);
  const day = 86_400_000;
  const at = writtenAt + day;
  const older = await prove({ ...sourceOf(project, layout), ...read, at, madeAt: writtenAt - day, writtenAt }, quietContext);
  expect(proofSentences(older)[0]).toMatch(/^Made before the import: this export is older than the last file/);
  expect(older.counts.there.values).toBe(older.values);
  for (const times of [
    { madeAt: writtenAt - 10_000, writtenAt },
    { madeAt: at, writtenAt },
    { madeAt: null, writtenAt },
    { madeAt: 1, writtenAt: null },
  ])
    expect(olderThanFileText(times)).toBeNull();
});
