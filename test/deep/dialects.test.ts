/** However the service speaks, the same list comes to the same results: every switch of the practice service by itself. */
import { expect, it } from 'vitest';
import { DIALECT_SWITCH_NAMES, dialectOf } from '../../practice/dialects.ts';
import { insideOfFile } from '../kit/inside-of-file.ts';

const inside = await insideOfFile();
const plain = await inside.reference();

/** True for a service that tells whom a profile is of: by its record, its ID, or its row. */
function tellsWhose(name: string): boolean {
  const { echo, rowCounts } = dialectOf(name);
  return echo !== 'none' && !(echo === 'row' && rowCounts === 'answer');
}

async function screened(dialect: string) {
  await inside.practice.client.settings({ dialect });
  return await inside.run([]);
}

it.each(DIALECT_SWITCH_NAMES.filter(tellsWhose))('%s', async (dialect) => {
  expect(inside.judge(await screened(dialect), plain)).toEqual([]);
});

it.each(DIALECT_SWITCH_NAMES.filter((name) => !tellsWhose(name)))('%s: nobody gets a score', async (dialect) => {
  const { report, projects } = await screened(dialect);
  expect(inside.judgeMoney(projects)).toEqual([]);
  expect(report.scores).toEqual({});
});
