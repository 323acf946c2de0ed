/**
 * A malformed entry of an answer affects only that entry: all others are results, and its text is kept.
 * @module-tag deep
 */
import { NO_VERDICTS } from '../../../main/worker-protocol/review.ts';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { csvOf, listRows, profileFor, ResultProject, type ServiceAnswers } from '../../kit/result-project.ts';
import { sheetsIn, summaryIn } from '../../kit/workbook-facts.ts';

const ROWS = 20;
const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

async function collected(answers: ServiceAnswers, rows = ROWS): Promise<ResultProject> {
  const project = await ResultProject.of(csvOf(listRows(rows)));
  projects.push(project);
  await project.collect(answers);
  return project;
}

const good = (index: number) => JSON.stringify(profileFor(index));
/** The entries of a list with a bad one for the row at this list index. */
const withBad = (bad: string, at: number, rows = ROWS) => Array.from({ length: rows }, (_, index) => (index === at ? bad : good(index)));
const NAN = good(7).replace('"overallScore":', '"overallScore":NaN,"was":');

const PAGE = {
  columns: ['mostRecentScore.overallScore'],
  sort: null,
  earlier: [],
  verdicts: NO_VERDICTS,
  offset: 0,
  limit: 200,
  options: { sendErrors: false, resendRecent: false },
};
async function unmatchedOf(project: ResultProject) {
  const { rows } = await project.ask('results.page', { ...PAGE, selection: { outcome: 'unmatched', filters: [], find: '' } });
  return rows.map(({ name, reasons }) => ({ name, reasons }));
}

const BAD: readonly (readonly [what: string, entry: string])[] = [
  ['a bare NaN in a value', NAN],
  ['a bare NaN', 'NaN'],
  ['a bare Infinity', '-Infinity'],
  ['a comma too many', `${good(7).slice(0, -1)},}`],
  ['single quotes', good(7).replaceAll('"', "'").replaceAll('$50K - $100K', '5')],
  ['unescaped quotes', good(7).replace('prf-8', 'the "eighth" one')],
  ['one unescaped quote', good(7).replace('prf-8', '8" x')],
  ['a backslash before the closing quote', good(7).replace('prf-8', 'C:\\')],
  ['a bracket that is not closed', good(7).replace('"scoreDetails":{', '"list":[1,2,"scoreDetails":{')],
  ['a brace that is not closed', good(7).slice(0, -1)],
  ['a tab in a text', good(7).replace('prf-8', 'prf\t8')],
  ['a line end in a text', good(7).replace('prf-8', 'prf\n8')],
  ['too many brackets', `{"id":${'['.repeat(3000)}${']'.repeat(3000)}}`],
];

describe('one bad profile among twenty', () => {
  it.each(BAD)('%s leaves nineteen scores, and is kept with its reason', async (_what, bad) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(0, 7, ROWS - 1), async (chunk, at) => {
        const project = await collected({ profiles: `{"total":20,"profiles":[${withBad(bad, at).join(',')}]}`, chunk });
        const { counts, unreadable } = await project.results();
        expect({ counts, unreadable }).toEqual({
          counts: { submitted: ROWS, scored: ROWS - 1, refused: 0, unknown: 1, unmatched: 1 },
          unreadable: 1,
        });
        const [entry] = await unmatchedOf(project);
        expect(entry!.name).toBe('Unreadable entry');
        expect(entry!.reasons[0]!.message).toMatch(/not well formed|nested too deeply/);
        expect(entry!.reasons[0]!.value).toContain(bad.slice(0, 200));
      }),
      { numRuns: 8 },
    );
  });

  it.each(BAD.filter(([, bad]) => !bad.includes('\n')))('%s on a line of its own leaves nineteen scores', async (_what, bad) => {
    const profiles = `\uFEFF${withBad(bad, 7).join('\n')}\n`;
    const project = await collected({ profiles, contentType: 'application/x-ndjson', chunk: 333 });
    const { counts } = await project.results();
    expect(counts).toEqual({ submitted: ROWS, scored: ROWS - 1, refused: 0, unknown: 1, unmatched: 1 });
    expect((await unmatchedOf(project))[0]!.reasons[0]!.value).toContain(bad.slice(0, 200));
  });

  it('a quote too many in a CSV leaves nineteen scores', async () => {
    const lines = Array.from(
      { length: ROWS },
      (_, index) => `C-${String(index + 1).padStart(5, '0')},${index === 7 ? '"4' : '4'},note ${index}`,
    );
    const profiles = ['constituentId,capacityRating,note', ...lines].join('\r\n');
    const project = await collected({ profiles, contentType: 'text/csv', chunk: 50 });
    const { counts } = await project.results();
    expect(counts).toEqual({ submitted: ROWS, scored: ROWS - 1, refused: 0, unknown: 1, unmatched: 1 });
    expect((await unmatchedOf(project))[0]!.reasons[0]!.value).toBe('C-00008,"4,note 7');
  });

  it('is in the workbook with its text, and its row is unknown', async () => {
    const project = await collected({ profiles: `[${withBad(NAN, 7).join(',')}]` });
    const path = await project.export('out.xlsx');
    const sheets = sheetsIn(path);
    expect(sheets['Scores']!.find((row) => row['Constituent ID'] === 'C-00008')!['Screening outcome']).toBe('Without a result');
    expect(sheets['Unmatched']).toMatchObject([{ Reason: expect.stringMatching(/not well formed/), 'Text as received': NAN }]);
    expect(summaryIn(path)).toContain('1 result of these cannot be read.');
  });

  it('of a list that a helper thread reads costs one score too', async () => {
    const rows = 21_000;
    const project = await collected({ profiles: `[${withBad(NAN, 12_345, rows).join(',')}]` }, rows);
    const { counts } = await project.results();
    expect(counts).toEqual({ submitted: rows, scored: rows - 1, refused: 0, unknown: 1, unmatched: 1 });
    expect((await unmatchedOf(project))[0]!.reasons[0]!.value).toBe(NAN);
  });

  it('is forgotten when it comes again and can be read', async () => {
    const project = await collected({ profiles: `[${withBad(NAN, 7).join(',')}]` });
    await project.collect({ profiles: `[${withBad(good(7), 7).join(',')}]` });
    const { counts, unreadable } = await project.results();
    expect({ counts, unreadable }).toEqual({
      counts: { submitted: ROWS, scored: ROWS, refused: 0, unknown: 0, unmatched: 0 },
      unreadable: 0,
    });
  });
});

it('commas too many or missing between profiles cost none of them', async () => {
  const project = await collected({ profiles: `[${good(0)}${good(1)},,${good(2)},]` }, 3);
  expect((await project.results()).counts.scored).toBe(3);
});

it('one bad row error leaves the others, and is listed as an error of an unknown row', async () => {
  const project = await collected(
    {
      profiles: `[${good(0)}]`,
      errors: '[{"row":2,"constituentId":"C-00002","message":"no street"},{"row":3,"value":NaN}]',
      rowBase: 'one',
    },
    3,
  );
  const { counts, unplaced } = await project.results();
  expect({ counts, unplaced }).toEqual({ counts: { submitted: 3, scored: 1, refused: 1, unknown: 1, unmatched: 0 }, unplaced: 1 });
  const sheets = sheetsIn(await project.export('errors.xlsx', { kind: 'refusedRows' }));
  expect(JSON.stringify(sheets['Errors'])).toContain('NaN');
});
