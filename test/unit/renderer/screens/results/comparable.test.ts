import { expect, it } from 'vitest';
import { comparable } from '../../../../../renderer/screens/results/comparable.ts';
import { gala, project, sending } from '../../../../fakes/project-fixtures.ts';
import type { LineageView } from '../../../../../shared/contract/index.ts';

const DAY = 86_400_000;
const now = 400 * DAY;
const done = (id: string, daysAgo: number, lineage: LineageView | null = null) =>
  project({ id, name: id, file: `${id}.xlsx`, rows: 300, at: now - daysAgo * DAY, more: { lineage } });
const others = [
  done('annual', 300),
  done('october', 30),
  done('fix', 2, { kind: 'retry', of: 'annual' }),
  done('part', 3, { kind: 'part', of: 'annual', part: 2, parts: 2 }),
  done('gifts', 5),
  gala(now),
  sending(now),
];
const elsewhere = { ...done('elsewhere', 4), connection: { id: 'second', name: 'Second', kind: 'live' as const } };
const ids = (of: LineageView | null, account = [others[0]!.connection.id]) => {
  const november = done('november', 1, of);
  return comparable(november, [november, ...others, elsewhere], account).map(({ id }) => id);
};

it('a list is compared with its baseline, otherwise with the newest list, and never with merged rows', () => {
  expect(ids(null)).toEqual(['gifts', 'october', 'annual']);
  expect(ids({ kind: 'baseline', of: 'october' })).toEqual(['october', 'gifts', 'annual']);
});

it('fixed rows and parts are not compared with the list that they come from', () => {
  expect(ids({ kind: 'retry', of: 'october' })).toEqual(['gifts', 'annual']);
  expect(ids({ kind: 'part', of: 'gifts', part: 2, parts: 2 })).toEqual(['october', 'annual']);
  // Rows that were refused again come from the first list too.
  expect(ids({ kind: 'retry', of: 'fix' })).toEqual(['gifts', 'october']);
});

it('a list is compared only with screenings of its account', () => {
  expect(ids(null)).not.toContain('elsewhere');
  expect(ids(null, [others[0]!.connection.id, 'second'])).toEqual(['elsewhere', 'gifts', 'october', 'annual']);
});
