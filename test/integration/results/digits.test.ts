/**
 * Every number of a profile keeps the digits with which it arrived: in the grid, in every export, on a person's page, and for sorting.
 * @module-tag deep
 */
import { NO_VERDICTS } from '../../../main/worker-protocol/review.ts';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { answerView } from '../../../main/single-calls/answer-view.ts';
import { parseJson } from '../../../shared/results/json.ts';
import { csvOf, listRows, ResultProject } from '../../kit/result-project.ts';
import { sheetsIn } from '../../kit/workbook-facts.ts';
import { partOf, readZip } from '../spreadsheet-write/written-files.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const KEY = 'mostRecentScore.overallScore';
const OTHER = 'mostRecentScore.scoreDetails.account';
const HARD = [
  '12345678901234567',
  '9007199254740993',
  '-98765432109876543210',
  '0.1234567890123456789',
  '1.50',
  '100.00',
  '1e3',
  '0.30000000000000004',
  '-0',
  '7',
];

const idOf = (index: number) => `C-${String(index + 1).padStart(5, '0')}`;
const profilesOf = (numbers: readonly string[], separator = '') =>
  `[${numbers.map((one, index) => `{"constituentId":"${idOf(index)}",${separator}"mostRecentScore":{"overallScore":${one},"scoreDetails":{"account":${one}}}}`).join(',')}]`;

async function collected(
  numbers: readonly string[],
  answer = { profiles: profilesOf(numbers), contentType: 'application/json' },
): Promise<ResultProject> {
  const project = await ResultProject.of(csvOf(listRows(numbers.length)));
  projects.push(project);
  await project.collect(answer);
  return project;
}

async function gridOf(
  project: ResultProject,
  sort: { column: string; descending: boolean } | null = null,
  column = KEY,
): Promise<string[]> {
  const { rows } = await project.ask('results.page', {
    selection: { outcome: 'scored', filters: [], find: '' },
    columns: [column],
    sort,
    earlier: [],
    verdicts: NO_VERDICTS,
    offset: 0,
    limit: 200,
    options: { sendErrors: false, resendRecent: false },
  });
  return rows.map(({ cells }) => cells[0]!);
}

async function csvCells(project: ResultProject, title: string): Promise<string[]> {
  const [head, ...lines] = readFileSync(await project.export('out.csv'), 'utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  const at = head!.split(',').indexOf(title);
  return lines.map((line) => line.split(',')[at]!);
}

/** The numbers of a key in a text, as they are written, with or without quotes. */
const writtenIn = (text: string, key: string) => [...text.matchAll(new RegExp(`"${key}": ?"?(-?[\\d.eE+-]+)`, 'g'))].map(([, one]) => one!);

describe('numbers with many digits, zeros at the end, and powers', () => {
  it('are in the grid, the CSV, the JSON Lines and the workbook as they came', async () => {
    const project = await collected(HARD);
    expect(await gridOf(project)).toEqual(HARD);
    // A text that begins with a minus sign is not a formula if it is a number.
    expect(await csvCells(project, 'Overall score')).toEqual(HARD);
    expect(writtenIn(readFileSync(await project.export('out.jsonl'), 'utf8'), 'Overall score')).toEqual(HARD);
    const cells = sheetsIn(await project.export('out.xlsx'))['Scores']!.map((row) => row['Overall score']);
    expect(cells).toEqual([
      '12345678901234567',
      '9007199254740993',
      '-98765432109876543210',
      '0.1234567890123456789',
      1.5,
      100,
      1000,
      0.1 + 0.2,
      -0,
      7,
    ]);
  });

  it('leave a workbook well formed when they are larger than any number of a workbook', async () => {
    const capacities = ['1e999', '-1e999', '1e308', '1e308', ...Array.from({ length: 6 }, (_, index) => String(1000 + index))];
    const profiles = capacities.map((one, index) => `{"constituentId":"${idOf(index)}","capacityValue":${one}}`);
    const project = await collected(capacities, { profiles: `[${profiles.join(',')}]`, contentType: 'application/json' });
    const parts = await readZip(await project.export('huge.xlsx', { kind: 'workbook', bars: ['capacityValue'] }));
    const xml = [...parts.keys()].map((name) => partOf(parts, name)).join('\n');
    expect(xml).toContain('<dataBar>');
    expect(xml).toContain('<c:numCache>');
    expect(xml.match(/(?:>|val=")-?(?:Infinity|NaN)\b/g)).toBeNull();
  });

  it('are in the person with their values and their JSON as they came', async () => {
    const project = await collected(HARD);
    for (const [index, number] of HARD.entries()) {
      const person = await project.ask('results.person', { row: index + 2, options: { sendErrors: false, resendRecent: false } });
      expect(person.values.find(({ key }) => key === KEY)!.value).toBe(number);
      expect(writtenIn(person.json!, 'overallScore')).toEqual([number]);
    }
  });

  it('of a single profile are in its values and its JSON as they came', () => {
    for (const number of HARD) {
      const { values, json } = answerView(parseJson(`{"id":${number},"score":${number}}`));
      expect(values.map(({ value }) => value)).toEqual([number, number]);
      expect([...writtenIn(json, 'id'), ...writtenIn(json, 'score')]).toEqual([number, number]);
    }
  });

  it('are the same in an answer with line ends and in a CSV', async () => {
    const lines = await collected(HARD, { profiles: profilesOf(HARD, '\n'), contentType: 'application/json' });
    expect(await gridOf(lines)).toEqual(HARD);
    const rows = HARD.map((one, index) => `${idOf(index)},${one}`);
    const csv = await collected(HARD, { profiles: ['constituentId,overallScore', ...rows].join('\n'), contentType: 'text/csv' });
    expect(await gridOf(csv, null, 'overallScore')).toEqual(HARD);
  });

  it('are sorted by their exact values', async () => {
    const numbers = ['9007199254740993', '9007199254740992', '-9007199254740993', '0.5', '9007199254740994', '-9007199254740992'];
    const ascending = ['-9007199254740993', '-9007199254740992', '0.5', '9007199254740992', '9007199254740993', '9007199254740994'];
    const project = await collected(numbers);
    expect(await gridOf(project, { column: KEY, descending: false })).toEqual(ascending);
    expect(await gridOf(project, { column: KEY, descending: true })).toEqual(ascending.toReversed());
  });

  it('are found by the digits that a person types', async () => {
    const project = await collected(['9007199254740993', '9007199254740992']);
    const [found] = await project.counts([{ filters: [{ kind: 'is', column: OTHER, value: '9007199254740993' }], find: '' }]);
    expect(found).toBe(1);
  });

  it('stay as they came when the results are fetched again and merged with earlier ones', async () => {
    const project = await collected(HARD);
    await project.collect({ profiles: profilesOf(HARD.slice(0, 3)) });
    expect(await gridOf(project)).toEqual(HARD);
  });

  it('that are IDs join their rows', async () => {
    const ids = ['98765432109876543210', '98765432109876543211'];
    const project = await ResultProject.of(
      csvOf([['Constituent ID', 'First Name', 'Last Name'], ...ids.map((id) => [id, 'Ada', 'Byron'])]),
    );
    projects.push(project);
    await project.collect({
      profiles: `[${ids
        .map((id, at) => `{"constituentId":${id},"score":${at + 1}}`)
        .reverse()
        .join(',')}]`,
    });
    const rows = sheetsIn(await project.export('out.xlsx'))['Scores']!;
    expect(rows.map((row) => [row['Constituent ID'], row['Score']])).toEqual([
      [ids[0], 1],
      [ids[1], 2],
    ]);
  });
});

it('any digits that come in go out', async () => {
  const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: 1, maxLength: max });
  const number = fc
    .tuple(fc.constantFrom('', '-'), digits(24), fc.option(digits(24), { nil: '' }))
    .map(([sign, whole, fraction]) => `${sign}${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`);
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 12 }), async (numbers) => {
      const project = await collected(numbers);
      expect(await gridOf(project)).toEqual(numbers);
      expect(await csvCells(project, 'Overall score')).toEqual(numbers);
      expect(writtenIn(readFileSync(await project.export('out.jsonl'), 'utf8'), 'Overall score')).toEqual(numbers);
      const cells = sheetsIn(await project.export('out.xlsx'))['Scores']!.map((row) => row['Overall score']);
      expect(
        cells.map((cell, at) => (typeof cell === 'string' ? cell : Number(cell) === Number(numbers[at]) ? numbers[at] : cell)),
      ).toEqual(numbers);
    }),
    { numRuns: 15 },
  );
});
