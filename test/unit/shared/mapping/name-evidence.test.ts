/** Whole names that can be read in several ways, decided by the other columns of the row. */
import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../../shared/mapping/changed-fields.ts';
import { CHANGE, type MappedRecord, type MappingPlan } from '../../../../shared/mapping/index.ts';
import { FIELD_INDEX as F } from '../../../../shared/fields/index.ts';
import { column, field, mapRow, planOf } from '../../../kit/mapped-rows.ts';
import { suggest } from '../../../kit/suggested-mapping.ts';

/** A name, the cells of its row by heading, and the reading. */
type Case = readonly [name: string, cells: Readonly<Record<string, string>>, first: string, middle: string, last: string];

const OTHERS = ['Tamsin Quayle', 'Jonas Whitcombe', 'Harriet Voss', 'Desmond Alder'];

function planFor(cells: Readonly<Record<string, string>>): MappingPlan {
  const fillers: Readonly<Record<string, string>> = {
    Email: 'x@example.org',
    Salutation: 'Tamsin',
    Suffix: 'Jr.',
    Title: 'Mr.',
    Spouse: 'Otto Quayle',
    ID: '7',
  };
  const textOf = (heading: string, row: number) => `${heading === 'ID' || heading === 'Email' ? row : ''}${fillers[heading]}`;
  const columns = Object.fromEntries(Object.keys(cells).map((heading) => [heading, OTHERS.map((_, row) => textOf(heading, row))]));
  return suggest({ Name: OTHERS, ...columns }).plan;
}

const read = (name: string, cells: Readonly<Record<string, string>>): MappedRecord =>
  mapRow(planFor(cells), [name, ...Object.values(cells)]);
const partsOf = ({ values }: MappedRecord) => [values[F.primaryFirst], values[F.primaryMiddle], values[F.primaryLast]];
const isUnclear = ({ changes }: MappedRecord) => (changes[F.primaryLast]! & CHANGE.nameUnclear) !== 0;

const CASES: readonly Case[] = [
  // Title or first name.
  ['Judge Harmon', { Email: 'judge.harmon@example.org' }, 'Judge', '', 'Harmon'],
  ['Justice Hale', { Email: 'jhale@example.org' }, 'Justice', '', 'Hale'],
  ['Justice Hale', { Salutation: 'Dear Justice,' }, 'Justice', '', 'Hale'],
  ['Dean Lydia Crutchfield', { Email: 'lydia.crutchfield@example.org' }, 'Lydia', '', 'Crutchfield'],
  ['Dean Lydia Crutchfield', { Salutation: 'Lydia' }, 'Lydia', '', 'Crutchfield'],
  ['Dean Lydia Crutchfield', { Title: 'Dean' }, 'Lydia', '', 'Crutchfield'],
  ['Dean Lydia Ann Crutchfield', { Title: 'Dean of Students' }, 'Lydia', 'Ann', 'Crutchfield'],
  ['Dean Lydia Crutchfield', { Title: 'Mr.' }, 'Dean', 'Lydia', 'Crutchfield'],
  ['Judge Harmon', { Title: 'Judge' }, '', '', 'Harmon'],
  // Degree or last name.
  ['Wei Lin MA', { Email: 'w.ma@example.org' }, 'Wei', 'Lin', 'Ma'],
  ['Wei Lin MA', { Suffix: 'MA' }, 'Wei', '', 'Lin'],
  ['Wei Lin MA', { Salutation: 'Ms. Lin' }, 'Wei', '', 'Lin'],
  ['Thu Lan DO', { Email: 'lan.do@example.org', Spouse: 'Minh Do' }, 'Thu', 'Lan', 'Do'],
  // The order.
  ['Castellan Rosemary', { Email: 'rosemary.castellan@example.org' }, 'Rosemary', '', 'Castellan'],
  ['Castellan Rosemary', { Salutation: 'Ms. Castellan' }, 'Rosemary', '', 'Castellan'],
  ['Castellan Rosemary', { Spouse: 'Otto Castellan' }, 'Rosemary', '', 'Castellan'],
  ['Castellan Rosemary', { ID: 'CAST0042' }, 'Rosemary', '', 'Castellan'],
  // Middle name or double last name.
  ['Maribel Acosta Lundgren', { Email: 'macostalundgren@example.org' }, 'Maribel', '', 'Acosta Lundgren'],
  ['Maribel Acosta Lundgren', { Salutation: 'Mrs. Acosta Lundgren' }, 'Maribel', '', 'Acosta Lundgren'],
  ['Maribel Acosta Lundgren', { Spouse: 'Otto Acosta Lundgren' }, 'Maribel', '', 'Acosta Lundgren'],
  ['Maribel Acosta Lundgren', { Email: 'maribel.lundgren@example.org' }, 'Maribel', 'Acosta', 'Lundgren'],
];

describe('a name that can be read in several ways', () => {
  it.each(CASES)('%s with %j', (name, cells, ...expected) => {
    const record = read(name, cells);
    expect(partsOf(record)).toEqual(expected);
    expect(isUnclear(record)).toBe(false);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['Judge Harmon', { Email: 'harmon@example.org' }],
    ['Judge Harmon', { Email: 'info@example.org', Salutation: '' }],
    ['Judge Harmon', { Salutation: 'Judge Harmon' }],
    ['Justice Hale', { ID: '10042' }],
    // The cells contradict each other.
    ['Wei Lin MA', { Email: 'wei.ma@example.org', Salutation: 'Ms. Lin' }],
  ])('stays unclear if the row does not decide: %s with %j', (name, cells) => {
    expect(isUnclear(read(name, cells))).toBe(true);
  });

  it('is read as before where it is clear, whatever the row says', () => {
    for (const cells of [{ Email: 'quayle.tamsin@example.org' }, { Salutation: 'Ms. Tamsin' }, { Spouse: 'Otto Tamsin' }, { ID: 'TAMS1' }])
      expect(partsOf(read('Tamsin Quayle', cells))).toEqual(['Tamsin', '', 'Quayle']);
  });

  it('is read again when a column that decides it is mapped otherwise', () => {
    const name = { kind: 'split', splitter: 'fullName' } as const;
    const before = planOf([name, field('personalEmail')]);
    const after = { ...before, columns: [before.columns[0]!, column(1, { kind: 'none' })] };
    expect([...changedFields(before, after)]).toEqual(expect.arrayContaining([F.primaryFirst, F.primaryMiddle, F.primaryLast]));
  });
});
