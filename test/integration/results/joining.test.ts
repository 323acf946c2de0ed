/** The row of each score in an export: with IDs that services change, numbers that count something else, and fetches that return less. */
import { afterEach, describe, expect, it } from 'vitest';
import { csvOf, ResultProject, ROW_ID_PREFIX } from '../../kit/result-project.ts';
import { readFileSync } from 'node:fs';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

/** A list of people with these IDs. Their last names identify their rows. */
async function listOf(...ids: readonly string[]): Promise<ResultProject> {
  const rows = ids.map((id, at) => [id, 'Ada', `Row${String.fromCodePoint(65 + at)}`, `${at + 1} Elm Street`]);
  const project = await ResultProject.of(csvOf([['Constituent ID', 'First Name', 'Last Name', 'Address'], ...rows]));
  projects.push(project);
  return project;
}

/** The rows of a JSON Lines export, in the order of the sheet. */
async function exported(project: ResultProject): Promise<Record<string, unknown>[]> {
  const lines = readFileSync(await project.export('out.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const scored = (constituentId: unknown, score: number, more: object = {}) => ({ constituentId, score, ...more });
const scores = async (project: ResultProject) => (await exported(project)).map((row) => row['Score'] ?? null);

describe('exported scores', () => {
  it('are not on a row that may be wrong if the service turns IDs into numbers', async () => {
    const project = await listOf('007', '7', '00123', 'C-9');
    const profiles = JSON.stringify([scored(7, 1), scored(7, 2), scored(123, 3), scored('c-9', 4)]);
    await project.collect({ profiles, errors: '[]' });
    expect(await scores(project)).toEqual([null, null, 3, 4]);
  });

  it('are on the right rows for 17-digit IDs, even if the service writes them as numbers', async () => {
    const project = await listOf('12345678901234567', '12345678901234568');
    await project.collect({
      profiles: '[{"constituentId":12345678901234568,"score":2},{"constituentId":12345678901234567,"score":1}]',
      errors: '[]',
    });
    expect(await scores(project)).toEqual([1, 2]);
  });

  it.each(['constituentId', 'Constituent ID', 'CONSTITUENT_ID', 'constituent-id', 'record.constituentId'])(
    'are joined from a CSV answer by the heading %s, with IDs as written',
    async (heading) => {
      const project = await listOf('007', '7', '1e3', '1000');
      const profiles = `${heading},score\r\n1000,4\r\n1e3,3\r\n7,2\r\n007,1\r\n`;
      await project.collect({ profiles, errors: '', contentType: 'text/csv' });
      expect(await scores(project)).toEqual([1, 2, 3, 4]);
    },
  );

  it('are on the right row without an ID, even if another ID looks like a row number', async () => {
    const project = await listOf('row-4', 'B', '', 'row-04');
    const sent = `${ROW_ID_PREFIX}4`;
    await project.collect({
      profiles: JSON.stringify([scored(sent, 3), scored('row-4', 1), scored('B', 2), scored('row-04', 4)]),
      errors: '[]',
    });
    expect(await scores(project)).toEqual([1, 2, 3, 4]);
  });

  it('do not include those of a person with another name, who is unmatched', async () => {
    const project = await listOf('1', '2');
    const profiles = JSON.stringify([
      scored('1', 1, { primaryFirst: 'Zoe', primaryLast: 'Stranger' }),
      scored('2', 2, { primaryFirst: 'Ada', primaryLast: 'RowB' }),
    ]);
    const { counts, missing } = await project.collect({ profiles, errors: '[]' });
    expect(counts).toMatchObject({ scored: 1, unmatched: 1 });
    expect(missing).toBe(1);
    expect(await scores(project)).toEqual([null, 2]);
  });

  it('do not include profiles numbered by their position in the answer', async () => {
    const project = await listOf('a1', 'b2', 'c3', 'd4');
    const profiles = JSON.stringify([0, 1, 2].map((index) => ({ index, score: index })));
    const errors = JSON.stringify([{ row: 1, message: 'no' }]);
    const { rowBase } = await project.collect({ profiles, errors, rowBase: 'zero' });
    expect(await scores(project)).toEqual([null, null, null, null]);
    expect(rowBase).toContain('the answer contradicts it');
  });
});

it('a row with a warning is not refused, and a row with an error is, in a report that has both', async () => {
  const project = await listOf('a1', 'b2', 'c3', 'd4');
  const warning = { severity: 'warning', message: 'the ZIP was corrected' };
  const errors = [
    { constituentId: 'a1', ...warning },
    { constituentId: 'b2', level: 'Info', errors: [{ message: 'moved' }] },
    { constituentId: 'c3', errors: [{ type: 'warning', message: 'moved' }] },
    { constituentId: 'd4', severity: 'error', type: 'zip', message: 'no' },
  ];
  const { counts } = await project.collect({ profiles: JSON.stringify([scored('a1', 1)]), errors: JSON.stringify(errors) });
  expect(counts).toMatchObject({ scored: 1, refused: 1, unknown: 2 });
  expect((await exported(project)).map((row) => row['Screening outcome'])).toEqual([
    'Scored',
    'Without a result',
    'Without a result',
    'Not accepted',
  ]);
  expect(await project.ask('paidEvidence', { own: 4 })).toEqual({ profiles: 1, refused: 1, validRows: null });
});

it.each<[string, unknown]>([
  ['JSON pointers', { errors: [2, 3].map((row) => ({ status: '422', source: { pointer: `/data/${row}/primaryLast` }, detail: 'no' })) }],
  ['instance paths', [2, 3].map((row) => ({ instancePath: `/scoreProfiles/${row}/primaryLast`, message: 'no' }))],
  ['lists of keys', [2, 3].map((row) => ({ path: ['records', row, 'primaryLast'], message: 'no' }))],
  [
    'problem details',
    { title: 'Invalid', status: 422, errors: { 'records[2].primaryLast': ['no'], 'records[3].primaryLast': ['no', 'nor'] } },
  ],
  ['texts of problem details', { title: 'Invalid', errors: { 'records[2].primaryLast': 'no', '/3/primaryLast': 'no' } }],
])('row errors whose rows only %s name are on the right rows', async (_what, errors) => {
  const project = await listOf('a1', 'b2', 'c3', 'd4');
  const { counts } = await project.collect({
    profiles: JSON.stringify([scored('a1', 1), scored('b2', 2)]),
    errors: JSON.stringify(errors),
  });
  expect(counts).toMatchObject({ scored: 2, refused: 2, unknown: 0 });
  const outcomes = (await exported(project)).map((row) => row['Screening outcome']);
  expect(outcomes).toEqual(['Scored', 'Scored', 'Not accepted', 'Not accepted']);
});

describe('fetching again', () => {
  it('joins unmatched profiles after the row base is set', async () => {
    const project = await listOf('a1', 'b2', 'c3');
    const profiles = JSON.stringify([1, 2, 3].map((row) => ({ row, score: row })));
    await project.collect({ profiles, errors: '[]' });
    expect(await scores(project)).toEqual([null, null, null]);
    const { counts } = await project.collect({ profiles, errors: '[]', rowBase: 'one' });
    expect(counts).toMatchObject({ scored: 3, unmatched: 0 });
    expect(await scores(project)).toEqual([1, 2, 3]);
  });

  it('keeps results that the new answer lacks because of a page limit, an empty answer or a missing report', async () => {
    const project = await listOf('a1', 'b2', 'c3', 'd4');
    const all = [scored('a1', 1, { id: 'p1' }), scored('b2', 2, { id: 'p2' }), scored('c3', 3, { id: 'p3' })];
    const errors = JSON.stringify([{ constituentId: 'd4', message: 'no' }]);
    await project.collect({ profiles: JSON.stringify(all), errors });
    const counts = { submitted: 4, scored: 3, refused: 1, unknown: 0, unmatched: 0 };
    expect((await project.collect({ profiles: JSON.stringify(all.slice(1, 2)), errors: '[]' })).counts).toEqual(counts);
    expect((await project.collect({ profiles: '[]' })).counts).toEqual(counts);
    expect(await scores(project)).toEqual([1, 2, 3, null]);
    expect((await exported(project)).map((row) => row['Screening outcome'])).toEqual(['Scored', 'Scored', 'Scored', 'Not accepted']);
  });

  it('uses the newer score and adds missing ones', async () => {
    const project = await listOf('a1', 'b2', 'c3');
    const first = await project.collect({ profiles: JSON.stringify([scored('a1', 1), scored('b2', 2)]), errors: '[]' });
    expect(first.missing).toBe(1);
    const second = await project.collect({ profiles: JSON.stringify([scored('b2', 20), scored('c3', 3)]), errors: '[]' });
    expect(second).toMatchObject({ missing: 0, counts: { scored: 3, unmatched: 0 } });
    expect(await scores(project)).toEqual([1, 20, 3]);
  });

  it('removes a score from a row if the new answer shows that it is ambiguous', async () => {
    const project = await listOf('007', '0123');
    const one = scored('7', 1, { id: 'x' });
    await project.collect({ profiles: JSON.stringify([one]), errors: '[]' });
    expect(await scores(project)).toEqual([1, null]);
    await project.collect({ profiles: JSON.stringify([one, scored('0123', 2, { id: 'y' })]), errors: '[]' });
    expect(await scores(project)).toEqual([null, 2]);
  });

  it.each(['index', 'row', 'id'])(
    'keeps the score of a person whom the new answer lacks if %s counts the profiles of each answer',
    async (key) => {
      const project = await listOf('a1', 'b2', 'c3', 'd4');
      const answer = (...ids: string[]) => JSON.stringify(ids.map((id, at) => scored(id, Number(id.slice(1)), { [key]: at + 1 })));
      await project.collect({ profiles: answer('a1', 'b2', 'c3', 'd4') });
      const { counts } = await project.collect({ profiles: answer('b2', 'c3', 'd4') });
      expect(counts).toMatchObject({ scored: 4, unknown: 0, unmatched: 0 });
      expect(await scores(project)).toEqual([1, 2, 3, 4]);
    },
  );

  it('keeps the score of one of two rows with the same ID if only the other one comes again', async () => {
    const project = await listOf('a1', 'a1');
    const [one, other] = ['RowA', 'RowB'].map((primaryLast, at) => scored('a1', at + 1, { primaryFirst: 'Ada', primaryLast }));
    await project.collect({ profiles: JSON.stringify([one, other]) });
    expect(await scores(project)).toEqual([1, 2]);
    const { counts } = await project.collect({ profiles: JSON.stringify([other]) });
    expect(counts).toMatchObject({ scored: 2, unmatched: 0 });
    expect(await scores(project)).toEqual([1, 2]);
  });

  it('keeps scores that row numbers joined if the row numbers of the new answer prove nothing', async () => {
    const project = await listOf('a1', 'b2', 'c3');
    const numbered = (...rows: number[]) => JSON.stringify(rows.map((row) => ({ row, score: row })));
    await project.collect({ profiles: numbered(1, 2, 3), errors: '[]', rowBase: 'one' });
    expect(await scores(project)).toEqual([1, 2, 3]);
    await project.collect({ profiles: numbered(1, 2), errors: '[]' });
    expect(await scores(project)).toEqual([1, 2, 3]);
  });

  it('does not leave a score on the row of the person before when another row base moves the scores', async () => {
    const project = await listOf('a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8');
    const refused = [1, 2, 3, 4].map((row) => ({ row, message: 'no' }));
    const answer = { profiles: JSON.stringify([5, 6].map((row) => ({ row, score: row }))), errors: JSON.stringify(refused) };
    await project.collect({ ...answer, rowBase: 'one' });
    expect(await scores(project)).toEqual([null, null, null, null, 5, 6, null, null]);
    await project.collect({ ...answer, rowBase: 'zero' });
    expect(await scores(project)).toEqual([null, null, null, null, null, 5, 6, null]);
  });
});
