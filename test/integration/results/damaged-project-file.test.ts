/**
 * A project file that has lost a chunk: an export stops and reports what is damaged, and the intact parts can be saved as a workbook.
 * @module-tag deep
 */
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as XLSX from 'xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';
import { sentencesOf } from '../../kit/workbook-facts.ts';
import { ProjectFile } from '../../../main/store/project-file/project-file.ts';
import { UNWATCHED } from '../../../main/worker/threads/unwatched.ts';

const ROWS = 3000;
const REFUSED = [4, 11];
const DAMAGED = 'Damaged in the project’s file';

let project: ResultProject;
let whole: Sheets;
const path = () => project.request.file.path;

type Sheets = Record<string, unknown[][]>;
function sheetsOf(file: string): Sheets {
  const book = XLSX.read(readFileSync(file));
  return Object.fromEntries(book.SheetNames.map((name) => [name, XLSX.utils.sheet_to_json(book.Sheets[name]!, { header: 1, defval: '' })]));
}

const summaryOf = ({ Summary }: Sheets) => sentencesOf(Summary!);
const outcomesOf = ({ Scores }: Sheets): Record<string, number> => {
  const column = Scores![0]!.indexOf('Screening outcome');
  const counts: Record<string, number> = {};
  for (const row of Scores!.slice(1)) counts[String(row[column])] = (counts[String(row[column])] ?? 0) + 1;
  return counts;
};

/** Restores the file as from a backup of the folder. */
function restore(): void {
  copyFileSync(join(project.folder, 'kept'), path());
  rmSync(`${path()}.changes`, { force: true });
}

async function change(sql: string): Promise<void> {
  restore();
  const db = new Database(path());
  db.exec(sql);
  db.close();
}

const collected = () => ({
  profiles: JSON.stringify({
    profiles: Array.from({ length: ROWS }, (_, index) => index)
      .filter((index) => !REFUSED.includes(index))
      .map(profileFor),
  }),
  errors: JSON.stringify(
    REFUSED.map((row) => ({ row, constituentId: `C-${String(row + 1).padStart(5, '0')}`, field: 'city', message: 'no' })),
  ),
});

const exported = async (name: string, isIntactOnly: boolean) =>
  sheetsOf(await project.export(name, { isIntactOnly, people: { kind: 'everyone', priorScores: [] } }));

beforeAll(async () => {
  project = await ResultProject.of(csvOf(listRows(ROWS)));
  await project.answering(async (answers) => {
    await answers.edit({ kind: 'correct', row: 9, field: 'city', value: 'Lowell' }, UNWATCHED);
  });
  await project.collect(collected());
  const db = new Database(path());
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  copyFileSync(path(), join(project.folder, 'kept'));
  whole = await exported('whole.xlsx', false);
}, 60_000);
afterAll(() => {
  project.dispose();
});

const INTACT = { Scored: ROWS - 2, 'Not accepted': 2 };
const PARTS: readonly (readonly [string, RegExp, Record<string, number>])[] = [
  ['rows', /the rows of the list \(sheet rows 2,945 to 3,001\)/, { Scored: ROWS - 2 - 57, 'Not accepted': 2 }],
  ['check', /the findings of the check \(sheet rows 2,049 to 3,001\)/, INTACT],
  ['keys', /the keys that find duplicates/, INTACT],
  ['counts', /the counts of the check/, INTACT],
  ['edits', /the corrections/, INTACT],
  ['list', /the record of the rows that were sent/, { [DAMAGED]: ROWS }],
  ['profiles', /the profiles as received/, INTACT],
  ['scores', /the scores/, {}],
  ['columns', /the index of scores/, INTACT],
  ['matches', /the record of whose scores they are/, { [DAMAGED]: ROWS }],
  ['ids', /the index of IDs/, INTACT],
  ['rowErrors', /the errors of the service/, { Scored: ROWS - 2, [DAMAGED]: 2 }],
];

describe('a project file without the last chunk of a stream', () => {
  test('the list of parts covers all streams of a project', () => {
    const db = new Database(path(), { readonly: true });
    const streams = db.prepare('SELECT DISTINCT stream FROM chunk').pluck().all() as string[];
    db.close();
    expect(PARTS.map(([stream]) => stream).toSorted()).toEqual(streams.toSorted());
    expect(outcomesOf(whole)).toEqual(INTACT);
  });

  test.each(PARTS)('%s: an export reports what is damaged, and the intact parts can be saved', async (stream, name, outcomes) => {
    await change(`DELETE FROM chunk WHERE stream = '${stream}' AND seq = (SELECT MAX(seq) FROM chunk WHERE stream = '${stream}')`);
    const target = join(project.folder, `${stream}.xlsx`);
    const failure = await exported(`${stream}.xlsx`, false).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'PROJECT_PART_DAMAGED' });
    const { message } = failure as Error;
    expect(message).toMatch(new RegExp(`Missing or changed: ${name.source}\\. Intact: .*save the intact data as a workbook`));
    expect(/Fetch the results again, which costs nothing/.test(message)).toBe(
      ['profiles', 'scores', 'columns', 'matches', 'ids', 'rowErrors'].includes(stream),
    );
    expect(existsSync(target)).toBe(false);

    const sheets = await exported(`${stream}.xlsx`, true);
    const lines = summaryOf(sheets);
    expect(lines[0]).toBe('The project’s file is damaged. This workbook holds only what is intact.');
    expect(lines[1]).toMatch(name);
    expect(lines[2]).toBe(`${stream === 'rows' ? 57 : 0} sheet rows are missing from this workbook.`);
    const found = outcomesOf(sheets);
    const damaged = found[DAMAGED] ?? 0;
    const ofScores = { Scored: ROWS - 2 - damaged, 'Not accepted': 2, [DAMAGED]: expect.any(Number) as number };
    expect(found).toEqual(stream === 'scores' ? ofScores : outcomes);
    // The cells of the file match the complete export, and so do the scores of all people with a known outcome.
    const rows = sheets['Scores']!;
    const expected = whole['Scores']!.slice(0, rows.length);
    const column = rows[0]!.indexOf('Screening outcome');
    expect(rows.map((row) => row.slice(0, column))).toEqual(expected.map((row) => row.slice(0, column)));
    expect(rows.map((row, at) => (row[column] === DAMAGED ? expected[at] : row))).toEqual(expected);
  });
});

test('a damaged project can fetch results again, which repairs the parts that they replace', async () => {
  await change(
    "DELETE FROM chunk WHERE stream IN ('scores', 'profiles') AND seq > 1; DELETE FROM chunk WHERE stream = 'check' AND seq = 2",
  );
  const { counts } = await project.collect(collected());
  expect(counts).toMatchObject({ scored: ROWS - 2, refused: 2 });
  await expect(exported('again.xlsx', false)).rejects.toMatchObject({
    code: 'PROJECT_PART_DAMAGED',
    message: expect.stringMatching(/Missing or changed: the findings of the check \(sheet rows 2,049 to 3,001\)\./) as string,
  });
  expect(outcomesOf(await exported('again.xlsx', true))).toEqual(INTACT);
});

const ENDINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['cut', (bytes) => bytes.subarray(0, -5)],
  ['changed', (bytes) => Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(8, 255), bytes.subarray(20)])],
];

test.each((['profiles', 'scores'] as const).flatMap((stream) => ENDINGS.map(([how, end]) => [stream, how, end] as const)))(
  'compressed %s that are %s end an export with a sentence, and fetching again repairs them',
  async (stream, _, end) => {
    restore();
    const file = new ProjectFile(project.request.file, 'write');
    const place = file.places(stream)[1]!;
    file.write(stream, place, end(file.read(stream, place.seq)!));
    file.close();
    const target =
      stream === 'scores'
        ? exported('cut.xlsx', false)
        : project.ask('results.person', { row: 400, options: { sendErrors: false, resendRecent: false } });
    await expect(target).rejects.toMatchObject({
      code: 'PROJECT_PART_DAMAGED',
      message: expect.stringMatching(
        stream === 'scores' ? /is missing part of the scores, or/ : /is missing part of the profiles as received, or/,
      ) as string,
    });
    expect((await project.collect(collected())).counts).toMatchObject({ scored: ROWS - 2, refused: 2 });
    expect(outcomesOf(await exported('again.xlsx', false))).toEqual(INTACT);
  },
);

test('a project without its latest changes is not shown in silence, and fetching the results again repairs it', async () => {
  restore();
  await project.collect(collected());
  // The state without the write-ahead log of the second fetch.
  copyFileSync(join(project.folder, 'kept'), path());
  const missing = {
    code: 'PROJECT_PART_DAMAGED',
    message: expect.stringMatching(
      /^The latest changes in the project’s file .* are missing: .*fetch the results again, which costs/,
    ) as string,
  };
  await expect(exported('older.xlsx', false)).rejects.toMatchObject(missing);
  await expect(project.results()).rejects.toMatchObject(missing);
  expect(summaryOf(await exported('older.xlsx', true))[1]).toBe('Missing or changed in the file: the latest changes.');
  await project.collect(collected());
  expect(outcomesOf(await exported('again.xlsx', false))).toEqual(INTACT);
});

test('results are not joined to a list whose sent rows are damaged', async () => {
  await change("DELETE FROM chunk WHERE stream = 'list'");
  await expect(project.collect(collected())).rejects.toMatchObject({
    code: 'PROJECT_PART_DAMAGED',
    message: expect.stringContaining('The results are safe at the service') as string,
  });
});

test('the intact parts can be saved only as a workbook with all people', async () => {
  await change("DELETE FROM chunk WHERE stream = 'check' AND seq = 2");
  await expect(project.export('intact.csv', { isIntactOnly: true })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});
