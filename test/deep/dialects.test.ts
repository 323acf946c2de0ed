/** The same list has the same results in every dialect: each switch of the practice service alone. */
import { expect, it } from 'vitest';
import { DIALECT_SWITCH_NAMES, dialectOf } from '../../practice/dialects.ts';
import { setupReadyList } from '../kit/setup-ready-list.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

/** True for a service that identifies the person of a profile by record, ID or row. */
function identifiesPeople(name: string): boolean {
  const { echo, rowCounts } = dialectOf(name);
  return echo !== 'none' && !(echo === 'row' && rowCounts === 'answer');
}

async function screened(dialect: string) {
  await readyList.practice.client.settings({ dialect });
  return await readyList.run([]);
}

it.each(DIALECT_SWITCH_NAMES.filter(identifiesPeople))('%s: the results are the same', async (dialect) => {
  expect(readyList.problems(await screened(dialect), plain)).toEqual([]);
});

it.each(DIALECT_SWITCH_NAMES.filter((name) => !identifiesPeople(name)))('%s: no one gets a score', async (dialect) => {
  const { report, projects } = await screened(dialect);
  expect(readyList.chargeProblems(projects)).toEqual([]);
  expect(report.scores).toEqual({});
});
