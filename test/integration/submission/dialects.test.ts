/** However the service speaks, the same list comes to the same results: every switch and every set of the practice service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIALECT_SET_NAMES, DIALECT_SWITCH_NAMES, dialectOf } from '../../../practice/dialects.ts';
import { Inside } from '../../kit/desk-inside.ts';
import type { DeskReport } from '../../kit/desk-use.ts';

let inside: Inside;
let plain: DeskReport['scores'] = {};

beforeAll(async () => {
  inside = await Inside.open();
  plain = await inside.reference();
}, 60_000);

afterAll(async () => {
  await inside.close();
});

const NAMES = [...new Set([...DIALECT_SET_NAMES, ...DIALECT_SWITCH_NAMES])];
/** True for a service that tells whom a profile is of: by its record, its ID, or its row. */
function tellsWhose(name: string): boolean {
  const { echo, rowCounts } = dialectOf(name);
  return echo !== 'none' && !(echo === 'row' && rowCounts === 'answer');
}
const joined = NAMES.filter(tellsWhose);
const blind = NAMES.filter((name) => !tellsWhose(name));

async function screened(dialect: string) {
  await inside.practice.client.settings({ dialect });
  try {
    return await inside.run([]);
  } finally {
    await inside.practice.client.settings({ dialect: 'default' });
  }
}

it('the scores that are compared tell people apart', () => {
  expect(Object.keys(plain)).toHaveLength(inside.rows - inside.refused);
  expect(new Set(Object.values(plain)).size).toBeGreaterThan(20);
});

describe('a service that tells whom a profile is of', () => {
  it.each(joined)('%s', async (dialect) => {
    expect(inside.judge(await screened(dialect), plain)).toEqual([]);
  });
});

describe('a service that gives its results in pages', () => {
  it.each([
    'paged-results,pages-from-zero',
    'paged-results,pages-without-total',
    'paged-results,pages-with-last',
    'paged-results,pages-with-next',
    'paged-results,bare-arrays',
    'paged-results,csv-answers',
    'paged-results,ndjson',
    'paged-results,no-project-profiles',
    'paged-results,paging-ignored,counts-missing',
  ])('%s', async (dialect) => {
    const { report, projects } = await screened(dialect);
    // Where the first page is all that ever comes, the rest is asked for and stays unknown.
    if (!dialect.includes('ignored')) return expect(inside.judge({ report, projects }, plain)).toEqual([]);
    expect(inside.judgeMoney(projects)).toEqual([]);
    expect(report.state).toMatchObject({ at: 'needs-decision', question: 'results-incomplete' });
    expect(report.state).toMatchObject({ resume: { counts: { scored: 25 } } });
  });
});

describe('a service that does not', () => {
  it.each(blind)('%s: every profile and every refusal is listed, none is put on a person', async (dialect) => {
    const { report, projects } = await screened(dialect);
    expect(inside.judgeMoney(projects)).toEqual([]);
    const valid = inside.rows - inside.refused;
    expect(report.state).toMatchObject({
      at: 'done',
      // Row numbers alone do not prove which rows they count.
      counts: { submitted: inside.rows, scored: 0, refused: 0, unknown: inside.rows, unmatched: valid },
    });
    expect(report.scores).toEqual({});
  });
});
