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
const joined = NAMES.filter((name) => dialectOf(name).echo !== 'none');
const blind = NAMES.filter((name) => dialectOf(name).echo === 'none');

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

describe('a service that does not', () => {
  it.each(blind)('%s: every profile is listed, none is put on a person', async (dialect) => {
    const { report, projects } = await screened(dialect);
    expect(inside.judgeMoney(projects)).toEqual([]);
    const valid = inside.rows - inside.refused;
    expect(report.state).toMatchObject({
      at: 'done',
      counts: { submitted: inside.rows, scored: 0, refused: inside.refused, unknown: valid, unmatched: valid },
    });
    expect(report.scores).toEqual({});
  });
});
