/** A profile without any score is not a result: its row is unknown, and it does not replace, dispute or remove a real result. */
import { afterEach, describe, expect, it } from 'vitest';
import { orderJoin } from '../../../main/worker/collect/order-join.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';
import { quietContext } from '../../kit/task-context.ts';
import { sheetsIn, summaryIn } from '../../kit/workbook-facts.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

async function listOf(rows: number): Promise<ResultProject> {
  const project = await ResultProject.of(csvOf(listRows(rows)));
  projects.push(project);
  return project;
}

const good = (index: number) => profileFor(index);
/** The profile of the person at this list index, as a service returns it before it has scored the person. */
const empty = (index: number): Record<string, unknown> => {
  const { id, constituentId } = profileFor(index);
  return {
    id,
    constituentId,
    primaryFirst: 'Ada',
    createdAt: '2026-11-01',
    profileUrl: 'https://a.test/1',
    mostRecentScore: null,
    pendingScore: null,
  };
};
const collect = (project: ResultProject, profiles: readonly unknown[]) =>
  project.collect({ profiles: JSON.stringify(profiles), errors: '[]', validRows: profiles.length });

async function outcomes(project: ResultProject): Promise<unknown[]> {
  const sheets = sheetsIn(await project.export('out.xlsx'));
  return sheets['Scores']!.map((row) => [row['Screening outcome'], row['Overall score']]);
}

describe('profiles without any score', () => {
  it('leave their rows unknown, and are awaited', async () => {
    const project = await listOf(3);
    const result = await collect(project, [good(0), empty(1), empty(2)]);
    expect(result).toMatchObject({
      counts: { submitted: 3, scored: 1, refused: 0, unknown: 2, unmatched: 0 },
      missing: 2,
      missingProfiles: 2,
    });
    expect(await outcomes(project)).toEqual([
      ['Scored', 1],
      ['Without a result', undefined],
      ['Without a result', undefined],
    ]);
    expect(await project.results()).toMatchObject({ withoutScores: 2, unreadable: 0 });
    expect(summaryIn(await project.export('out.xlsx'))).toContain('2 results have no score.');
  });

  it.each<[string, Record<string, unknown>]>([
    ['empty objects', { mostRecentScore: { scoreDetails: {}, multiLensScores: [] }, pendingScore: {} }],
    ['only a date and an ID', { mostRecentScore: { id: 'x', dateScored: '2026-11-01' } }],
    ['a status', { status: 'pending', message: 'Scores follow' }],
    ['texts in place of values', { mostRecentScore: { overallScore: 'N/A', capacityRange: ' ' } }],
  ])('include those with %s', async (_what, parts) => {
    const project = await listOf(2);
    const { counts } = await collect(project, [good(0), { ...empty(1), ...parts }]);
    expect(counts).toEqual({ submitted: 2, scored: 1, refused: 0, unknown: 1, unmatched: 0 });
  });

  it.each<[string, Record<string, unknown>]>([
    ['a pending score', { pendingScore: { scoreDetails: { capacityRating: 2 } } }],
    ['a rating of its own name', { wealthBand: 'B' }],
    ['a zero', { mostRecentScore: { overallScore: 0 } }],
    ['an amount that was paid', { mostRecentScore: { giftsPaid: 20 } }],
  ])('are not those with %s', async (_what, parts) => {
    const project = await listOf(1);
    expect((await collect(project, [{ ...empty(0), ...parts }])).counts).toMatchObject({ scored: 1, unknown: 0 });
  });

  it.each([
    ['before', [empty(0), good(0), good(1)]],
    ['after', [good(0), good(1), empty(0)]],
  ])('dispute no real profile of the same person that comes %s', async (_when, profiles) => {
    const project = await listOf(2);
    await collect(project, profiles);
    expect(await outcomes(project)).toEqual([
      ['Scored', 1],
      ['Scored', 1.7],
    ]);
  });

  it('remove no score of an earlier fetch, and the fetch counts the rows that keep theirs', async () => {
    const project = await listOf(3);
    await collect(project, [good(0), good(1), good(2)]);
    const before = await outcomes(project);
    expect(await collect(project, [empty(0), good(1), empty(2)])).toMatchObject({
      counts: { submitted: 3, scored: 3, refused: 0, unknown: 0, unmatched: 0 },
      missing: 0,
      kept: 2,
    });
    expect(await outcomes(project)).toEqual(before);
    // A third fetch with all scores keeps nothing, and no copy of a profile is left over.
    expect(await collect(project, [good(0), good(1), good(2)])).toMatchObject({ counts: { scored: 3, unmatched: 0 }, kept: 0 });
  });

  const unnamed = (index: number) => ({ id: `p${index}`, mostRecentScore: { overallScore: index + 1 } });

  it('cannot be joined by order', async () => {
    const project = await listOf(2);
    await project.collect({ profiles: JSON.stringify([unnamed(0), { id: 'p1' }]), validRows: 2 });
    expect(await project.orderJoin(2)).toMatchObject({ state: 'refused', reason: expect.stringMatching(/no scores/) });
  });

  it('do not replace the profiles of a join by order', async () => {
    const project = await listOf(2);
    await project.collect({ profiles: JSON.stringify([unnamed(0), unnamed(1)]), validRows: 2 });
    const { previewId } = await project.orderJoin(2);
    await orderJoin({ ...project.request, own: 2, change: { kind: 'join', previewId } }, quietContext);
    const joined = [
      ['Scored, joined by order', 1],
      ['Scored, joined by order', 2],
    ];
    expect(await outcomes(project)).toEqual(joined);
    const { kept } = await project.collect({ profiles: JSON.stringify([unnamed(0), { id: 'p1' }]), validRows: 2 });
    expect(kept).toBe(1);
    expect(await outcomes(project)).toEqual(joined);
  });
});

it('a later answer in which another profile claims a row takes no certain score from it', async () => {
  const project = await listOf(2);
  await collect(project, [good(0), good(1)]);
  const other = { ...good(0), id: 'other', mostRecentScore: { overallScore: 9 } };
  const { counts, kept } = await collect(project, [good(0), good(1), other]);
  expect({ counts, kept }).toMatchObject({ counts: { scored: 2, unknown: 0 }, kept: 1 });
  expect(await outcomes(project)).toEqual([
    ['Scored', 1],
    ['Scored', 1.7],
  ]);
});
