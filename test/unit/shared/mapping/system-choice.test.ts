import { describe, expect, it } from 'vitest';
import { profileColumn } from '../../../../shared/suggestion/column-profile.ts';
import type { FieldKey } from '../../../../shared/fields/table.ts';
import type { MappingPlan } from '../../../../shared/mapping/plan.ts';
import { suggestMapping } from '../../../../shared/suggestion/suggest.ts';
import { underSystem } from '../../../../shared/mapping/system-choice.ts';
import { SYSTEMS, systemOf } from '../../../../shared/mapping/systems.ts';

const CELLS: Readonly<Record<string, readonly string[]>> = {
  'Account Number': ['7001', '7002', '7003', '7004'],
  'Member ID': ['91', '92', '93', '94'],
  'First Name': ['Rosalind', 'Desmond', 'Tobias', 'Beatrix'],
  'Last Name': ['Quayle', 'Okafor', 'Whitlock', 'Farrow'],
  'Last Gift Date': ['03/04/2019', '05/06/2018', '01/02/2020', '07/08/2017'],
};
const HEADINGS = Object.keys(CELLS);
const profiles = HEADINGS.map((heading, column) => profileColumn(heading, [...CELLS[heading]!], column));
const under = (system?: string | null) => suggestMapping(profiles, undefined, system);

const fieldIn = ({ columns }: MappingPlan, heading: string) => {
  const to = columns[HEADINGS.indexOf(heading)]!.to;
  return to.kind === 'field' ? to.field : null;
};
const orderIn = ({ columns }: MappingPlan, heading: string) => columns[HEADINGS.indexOf(heading)]!.dateOrder;
const setBy = (plan: MappingPlan, heading: string, field: FieldKey): MappingPlan => ({
  ...plan,
  columns: plan.columns.map((own, at) => (HEADINGS[at] === heading ? { ...own, to: { kind: 'field', field }, settled: true } : own)),
});

describe('a mapping for another source system', () => {
  it('gets the ID of the system and no date order, and is restored with the previous system', () => {
    const none = under(null);
    const bloomerang = under('bloomerang');
    const luminate = under('luminate');
    expect(bloomerang.system).toEqual({ id: 'bloomerang', name: 'Bloomerang', known: 3, of: 5 });
    expect(fieldIn(bloomerang.plan, 'Account Number')).toBe('constituentId');
    expect(fieldIn(luminate.plan, 'Member ID')).toBe('constituentId');
    expect([orderIn(none.plan, 'Last Gift Date'), orderIn(bloomerang.plan, 'Last Gift Date')]).toEqual([null, null]);

    const there = underSystem(bloomerang.plan, bloomerang.plan, luminate.plan);
    expect(there).toEqual(luminate.plan);
    expect(underSystem(there, luminate.plan, bloomerang.plan)).toEqual(bloomerang.plan);
  });

  it('keeps confirmed columns, and gives their fields to no other column', () => {
    const bloomerang = under('bloomerang');
    const byHand = setBy(bloomerang.plan, 'Account Number', 'constituentId');
    const order: MappingPlan = {
      ...byHand,
      columns: byHand.columns.map((own, at) =>
        at === 0 ? { ...own, decimal: 'comma' } : HEADINGS[at] === 'Last Gift Date' ? { ...own, dateOrder: 'dmy', settled: true } : own,
      ),
    };
    const there = underSystem(order, bloomerang.plan, under('luminate').plan);
    expect(fieldIn(there, 'Account Number')).toBe('constituentId');
    expect(fieldIn(there, 'Member ID')).not.toBe('constituentId');
    expect(orderIn(there, 'Last Gift Date')).toBe('dmy');
  });

  it('keeps combined columns', () => {
    const bloomerang = under('bloomerang');
    const combined: MappingPlan = {
      ...bloomerang.plan,
      combinations: [{ field: 'constituentId', columns: [0, 1], how: 'firstFilled', separator: '' }],
    };
    const there = underSystem(combined, bloomerang.plan, under('luminate').plan);
    expect(there.columns.slice(0, 2)).toEqual(combined.columns.slice(0, 2));
    expect(there.combinations).toEqual(combined.combinations);
  });
});

describe('systemOf', () => {
  it('accepts any known system, whatever the headings', () => {
    for (const { id, name } of SYSTEMS) expect(systemOf(id, ['X', ''])?.system).toMatchObject({ id, name, of: 1 });
    expect(systemOf('abacus', HEADINGS)).toBeNull();
  });
});
