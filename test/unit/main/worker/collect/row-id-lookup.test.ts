/** The row of a generated ID: by its number if the list was sent from here, otherwise by the record or the name. */
import { describe, expect, it } from 'vitest';
import { FIELD_INDEX } from '../../../../../shared/fields/table.ts';
import { applyOverride } from '../../../../../shared/mapping/row-mapper.ts';
import { createMappedRecord, type MappedRecord } from '../../../../../shared/mapping/mapped-record.ts';
import { NAME_KEY, nameKey } from '../../../../../shared/results/name-echo.ts';
import { recordCheck } from '../../../../../main/worker/list/row-ids.ts';
import { Joining } from '../../../../../main/worker/collect/joining.ts';
import { AdoptedRowIds, lostRowIdsSentence, OwnRowIds } from '../../../../../main/worker/collect/row-id-lookup.ts';
import { SentIds } from '../../../../../main/worker/collect/sent-ids.ts';
import { listIndex, sheetRow } from '../../../../kit/ordinals.ts';

const PREFIX = 'row-K7M2Q9XA-';

function recordOf(first: string, last: string): MappedRecord {
  const record = createMappedRecord();
  applyOverride(record, FIELD_INDEX.primaryFirst, first);
  applyOverride(record, FIELD_INDEX.primaryLast, last);
  return record;
}
const checkOf = (first: string, last: string) => recordCheck(PREFIX, recordOf(first, last));

interface Row {
  readonly id?: string;
  readonly name: readonly [first: string, last: string];
}

/** A list that was not sent from here, in sheet rows from 2 on. */
function adopted(rows: readonly Row[]) {
  const names = Buffer.alloc(rows.length * NAME_KEY, ' ');
  const rowIds = new AdoptedRowIds(PREFIX, names);
  const ids = rows.map(({ id, name }, index) => {
    names.write(nameKey(...name)!, index * NAME_KEY, 'latin1');
    return id ?? rowIds.keyOf(listIndex(index), sheetRow(index + 2), recordOf(...name));
  });
  const joining = new Joining(new SentIds(ids, ids.length), { names: () => names, areSame: () => false, rowIds });
  /** The profile of each row, from 1; 0 for none. */
  const join = (profiles: readonly { readonly id?: string; readonly row?: number; readonly name?: string | null }[]) => {
    joining.take(1, {
      ids: profiles.map(({ id }) => id ?? null),
      rows: profiles.map(({ row }) => row ?? null),
      names: profiles.map(({ name }) => name ?? null),
    });
    joining.resolve([], null, 'find', 'with-ids');
    return [...joining.matches];
  };
  return { join, rowIds };
}

describe('in a list that was not sent from here', () => {
  const people: readonly Row[] = [{ name: ['Ada', 'Lovelace'] }, { name: ['Grace', 'Hopper'] }, { name: ['Mary', 'Shelley'] }];
  const moved = `${PREFIX}9-${checkOf('Grace', 'Hopper')}`;

  it.each([
    ['as sent', moved],
    ['in capitals', moved.toUpperCase()],
    ['with spaces', ` ${moved} `],
  ])('the checksum finds the row wherever it is, if the ID comes back %s', (_how, id) => {
    expect(adopted(people).join([{ id }])).toEqual([0, 1, 0]);
  });

  it('a record that several rows have belongs to the row with its number, or to no row', () => {
    const twice = [people[0]!, people[0]!, people[1]!];
    const check = checkOf('Ada', 'Lovelace');
    expect(adopted(twice).join([{ id: `${PREFIX}3-${check}` }])).toEqual([0, 1, 0]);
    expect(adopted(twice).join([{ id: `${PREFIX}7-${check}` }])).toEqual([0, 0, 0]);
  });

  it.each([
    ['no checksum', `${PREFIX}3`],
    ['the checksum of a record that is not in the list', `${PREFIX}3-0123456789`],
  ])('an ID with %s joins by a name that only its row has', (_what, id) => {
    expect(adopted(people).join([{ id, name: nameKey('Grace', 'Hopper') }])).toEqual([0, 1, 0]);
    expect(adopted(people).join([{ id, name: nameKey('Mary', 'Shelley') }])).toEqual([0, 0, 0]);
    expect(adopted(people).join([{ id, name: nameKey('G', 'Hopper') }])).toEqual([0, 0, 0]);
    expect(adopted([...people, people[1]!]).join([{ id, name: nameKey('Grace', 'Hopper') }])).toEqual([0, 0, 0, 0]);
    const { join, rowIds } = adopted(people);
    expect(join([{ id }])).toEqual([0, 0, 0]);
    expect(lostRowIdsSentence(rowIds)).toMatch(/^1 result of rows without a constituent ID could not be matched/);
  });

  it('a row number matches nobody to a row without an ID, although rows with an ID prove what it counts', () => {
    const list = [{ id: 'A', name: ['Ann', 'Able'] } as const, { id: 'B', name: ['Bea', 'Baker'] } as const, ...people];
    const known = [
      { id: 'A', row: 1 },
      { id: 'B', row: 2 },
    ];
    expect(adopted(list).join([...known, { row: 4 }, { row: 3 }, { row: 5 }])).toEqual([1, 2, 0, 0, 0]);
    const named = [{ row: 4, name: nameKey('Grace', 'Hopper') }, { row: 3, name: nameKey('Ada', 'Lovelace') }, { row: 5 }];
    expect(adopted(list).join([...known, ...named])).toEqual([1, 2, 4, 3, 0]);
  });
});

it('in a list that was sent from here, the row number counts, whatever the record has become since', () => {
  const own = new OwnRowIds(PREFIX);
  const ids = [own.keyOf(listIndex(0), sheetRow(2)), own.keyOf(listIndex(1), sheetRow(3))];
  for (const id of [`${PREFIX}3-0123456789`, ` ${PREFIX.toUpperCase()}3-0123456789`, `${PREFIX}3`]) {
    const joining = new Joining(new SentIds(ids, 2), { names: () => Buffer.alloc(0), areSame: () => false, rowIds: own });
    joining.take(1, { ids: [id], rows: [null], names: [null] });
    joining.resolve([], null, 'find');
    expect([id, ...joining.matches]).toEqual([id, 0, 1]);
  }
});
