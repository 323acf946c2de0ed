/** The same list has the same results in every dialect: each switch of the practice service alone. */
import { expect, it } from 'vitest';
import { DIALECT_SWITCH_NAMES, dialectOf } from '../../practice/dialects.ts';
import { insideOfFile } from '../kit/inside-of-file.ts';

const inside = await insideOfFile();
const plain = await inside.reference();

/** True for a service that identifies the person of a profile by record, ID or row. */
function identifiesPeople(name: string): boolean {
  const { echo, rowCounts } = dialectOf(name);
  return echo !== 'none' && !(echo === 'row' && rowCounts === 'answer');
}

async function screened(dialect: string) {
  await inside.practice.client.settings({ dialect });
  return await inside.run([]);
}

it.each(DIALECT_SWITCH_NAMES.filter(identifiesPeople))('%s: the results are the same', async (dialect) => {
  expect(inside.judge(await screened(dialect), plain)).toEqual([]);
});

it.each(DIALECT_SWITCH_NAMES.filter((name) => !identifiesPeople(name)))('%s: no one gets a score', async (dialect) => {
  const { report, projects } = await screened(dialect);
  expect(inside.judgeMoney(projects)).toEqual([]);
  expect(report.scores).toEqual({});
});
