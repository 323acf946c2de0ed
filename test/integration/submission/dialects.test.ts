/**
 * The same list has the same results in every dialect set of the practice service, and in dialects that return too little.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import { DIALECT_SET_NAMES, DIALECT_SWITCH_NAMES, dialectOf } from '../../../practice/dialects.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

/** The sets, and the switches that affect how profiles are matched. The other single switches are in test/deep. */
const NAMES: readonly string[] = [...DIALECT_SET_NAMES, ...DIALECT_SWITCH_NAMES.filter((name) => /echo|row-of/.test(name))];
/** True for a service that identifies the person of a profile by record, ID or row. */
function identifiesPeople(name: string): boolean {
  const { echo, rowCounts } = dialectOf(name);
  return echo !== 'none' && !(echo === 'row' && rowCounts === 'answer');
}
const joined = NAMES.filter(identifiesPeople);
const blind = NAMES.filter((name) => !identifiesPeople(name));

async function screened(dialect: string) {
  await readyList.practice.client.settings({ dialect });
  try {
    return await readyList.run([]);
  } finally {
    await readyList.practice.client.settings({ dialect: 'default' });
  }
}

it('the compared scores differ between people', () => {
  expect(Object.keys(plain)).toHaveLength(readyList.rows - readyList.refused);
  expect(new Set(Object.values(plain)).size).toBeGreaterThan(20);
});

describe('a service that identifies the person of each profile', () => {
  it.each(joined)('%s: the results are the same', async (dialect) => {
    expect(readyList.problems(await screened(dialect), plain)).toEqual([]);
  });
});

describe('a service that returns its results in pages', () => {
  it.each([
    'paged-results,pages-from-zero',
    'paged-results,pages-without-total',
    'paged-results,pages-with-last',
    'paged-results,pages-with-next',
    'paged-results,bare-arrays',
    'paged-results,csv-answers',
    'paged-results,ndjson',
    'paged-results,no-project-profiles',
    'paged-results,page-fields-last',
    'paged-results,page-fields-last,pages-from-zero,counts-never',
  ])('%s: the results are the same', async (dialect) => {
    expect(readyList.problems(await screened(dialect), plain)).toEqual([]);
  });

  it('requires a decision if it always returns the first page, and the other rows stay unknown', async () => {
    const { report, projects } = await screened('paged-results,paging-ignored');
    expect(readyList.chargeProblems(projects)).toEqual([]);
    expect(report.state).toMatchObject({ at: 'needs-decision', question: 'results-incomplete' });
    expect(report.state).toMatchObject({ resume: { counts: { scored: 25 } } });
  });
});

describe('a service that does not identify people', () => {
  it.each(blind)('%s: all profiles and refusals are counted, but none is matched to a person', async (dialect) => {
    const { report, projects } = await screened(dialect);
    expect(readyList.chargeProblems(projects)).toEqual([]);
    const valid = readyList.rows - readyList.refused;
    expect(report.state).toMatchObject({
      at: 'done',
      // Row numbers alone do not prove which rows they count.
      counts: { submitted: readyList.rows, scored: 0, refused: 0, unknown: readyList.rows, unmatched: valid },
    });
    expect(report.scores).toEqual({});
  });

  it('does not allow refused rows to be sent again, because they are not identified', async () => {
    const { client } = readyList.practice;
    await client.settings({ dialect: 'blind' });
    const desk = await readyList.openCopy();
    try {
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      const { id } = await rootProject(desk.call);
      expect(await desk.call('results.get', { id })).toMatchObject({ unplaced: readyList.refused, counts: { refused: 0 } });
      await expect(desk.call('projects.fixRefused', { id })).rejects.toMatchObject({
        code: 'NOT_NOW',
        message: expect.stringMatching(`did not accept ${readyList.refused} rows, but its answer does not prove which`) as string,
      });
    } finally {
      await desk.close();
      await client.settings({ dialect: 'default' });
    }
  });
});
