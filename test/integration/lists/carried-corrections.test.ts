/**
 * Corrections of an earlier list, repeated in a newer export that lacks them, so that no one is paid for twice.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/table.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people, PEOPLE_HEADINGS, person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);

/** Imports a list without a recency window. Rows with errors are sent as well. */
async function imported(lines: readonly string[], changes: Omit<Input<'projects.change'>, 'id'> = {}): Promise<string> {
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0, ...changes });
  return id;
}

const correct = async (id: string, row: number, field: FieldKey, value: string) => await desk.call('check.edit', { id, row, field, value });

const rowsOf = async (id: string) => (await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 200 })).rows;
const valuesOf = async (id: string) => (await rowsOf(id)).map(({ values }) => values);
const offer = async (id: string) => await desk.call('check.carriedCorrections', { id });
const since = async (id: string) => (await desk.call('cost.get', { id })).baseline;

describe('corrections of the earlier list', () => {
  it('are repeated in one step, so that no one is paid for twice, and one undo restores the list', async () => {
    // A ZIP without its zero, a household name, a replaced street and a cell that was typed.
    const lines = people('A', 1, 2, 3, 4, 5).map((line, at) => {
      if (at === 0) return line.replace('01609', '1609');
      if (at === 1) return line.replace(/Last\w+/, 'The Marchetti Family');
      return line;
    });
    const first = await imported(lines);
    await desk.call('check.fix', { id: first, code: 'HOUSEHOLD_NAME', field: 'primaryLast' });
    await correct(first, 2, 'postalCode', '01609-2201');
    await desk.call('check.replace', {
      id: first,
      field: 'street',
      find: '9 Fern Hollow Dr',
      replace: '9 Fernhollow Drive',
      how: 'part',
      matchCase: true,
    });
    await correct(first, 6, 'personalEmail', 'asked@example.org');
    await desk.send(first);
    const before = await desk.charged();

    // The same people, uncorrected and in another order, and one new person.
    const id = await imported([...lines.toReversed(), ...people('A', 6)], { baselineId: first });
    expect(await since(id)).toMatchObject({ newRows: 1, changed: 4, unchanged: 1 });
    const asItCame = await rowsOf(id);
    const offered = await offer(id);
    expect(offered).toMatchObject({
      corrections: 4,
      rows: 4,
      examples: [
        { row: 2, field: 'personalEmail', before: 'a5@example.org', after: 'asked@example.org' },
        { row: 4, field: 'street', before: '9 Fern Hollow Dr A3', after: '9 Fernhollow Drive A3' },
        { row: 5, field: 'primaryLast', before: 'The Marchetti Family', after: 'Marchetti' },
        { row: 6, field: 'postalCode', after: '01609-2201' },
      ],
    });
    expect(offered?.fields.map(({ field }) => field).toSorted()).toEqual(['personalEmail', 'postalCode', 'primaryLast', 'street']);

    const made = await desk.call('check.applyCarriedCorrections', { id });
    expect(made.undo).toBe('the carried corrections in 4 rows');
    expect(await offer(id)).toMatchObject({ corrections: 0, rows: 0, examples: [] });
    expect(await since(id)).toMatchObject({ newRows: 1, changed: 0, unchanged: 5 });
    const corrected = await valuesOf(id);
    expect(corrected.slice(0, 5).toReversed()).toEqual(await valuesOf(first));

    await desk.call('check.undo', { id });
    expect(await rowsOf(id)).toEqual(asItCame);
    expect(await since(id)).toMatchObject({ newRows: 1, changed: 4, unchanged: 1 });
    expect(await offer(id)).toEqual(offered);
    await desk.call('check.redo', { id });
    expect(await valuesOf(id)).toEqual(corrected);

    // The change persists after a restart, like any other.
    await desk.restart();
    expect(await valuesOf(id)).toEqual(corrected);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['A6']);
    expect((await desk.charged()) - before).toBe(1);
    // A list that was sent cannot be changed.
    expect(await offer(id)).toBeNull();
    await expect(desk.call('check.applyCarriedCorrections', { id })).rejects.toMatchObject({ code: 'NOT_NOW' });

    // The next list finds the corrections in this one.
    const third = await imported([...lines, ...people('A', 6)], { baselineId: id });
    expect(await since(third)).toMatchObject({ changed: 4 });
    await desk.call('check.applyCarriedCorrections', { id: third });
    expect(await since(third)).toMatchObject({ newRows: 0, changed: 0, unchanged: 6 });
  });

  it('are not repeated where the value has changed, where the person is ambiguous, or where the user made a correction', async () => {
    const lines = people('B', 1, 2, 3, 4, 5, 6, 7, 8);
    const noId = person('B9').replace(/^B9/, '');
    const first = await imported([...lines, noId]);
    for (let row = 2; row <= 10; row++) await correct(first, row, 'city', 'Salem');
    await correct(first, 3, 'constituentId', 'B20');
    await desk.call('check.leaveOut', { id: first, rows: [4], leaveOut: true });
    await desk.send(first);

    // B4 has moved, B5 appears twice, and the id of B6 is in lower case.
    const id = await imported(
      [
        person('B1'),
        person('B2'),
        person('B3'),
        person('B4').replace('Worcester', 'Boston'),
        person('B5'),
        person('B5', { street: '5 Other St' }),
        person('B6').replace('B6,', 'b6,'),
        person('B7'),
        person('B8'),
        noId,
      ],
      { baselineId: first },
    );
    const whom = async () => (await offer(id))?.examples.map(({ row }) => row);
    expect(await whom()).toEqual([2, 4, 9, 10]);
    // A correction in this list takes precedence, even if it sets the old value.
    await correct(id, 9, 'city', 'Worcester');
    expect(await whom()).toEqual([2, 4, 10]);
    await desk.call('check.undo', { id });
    expect(await whom()).toEqual([2, 4, 9, 10]);
    // Another id means another person. An id that is already used is ambiguous.
    await correct(id, 3, 'constituentId', 'B20');
    expect(await whom()).toEqual([2, 3, 4, 9, 10]);
    await correct(id, 10, 'constituentId', 'B1');
    expect(await whom()).toEqual([3, 4, 9]);
    await desk.call('check.undo', { id });
    await desk.call('check.applyCarriedCorrections', { id });
    const rows = await rowsOf(id);
    expect(rows.filter(({ values }) => values.includes('Salem')).map(({ row }) => row)).toEqual([2, 3, 4, 9, 10]);
    // B3 was left out by hand.
    expect(rows.filter(({ leftOut }) => leftOut).map(({ row }) => row)).toEqual([4]);
  });

  it('leave people out again whom the user left out, so that no one pays for them', async () => {
    const first = await imported(people('G', 1, 2, 3, 4, 5, 6));
    await correct(first, 3, 'primaryFirst', 'Corrected');
    await correct(first, 7, 'city', 'Salem');
    await desk.call('check.leaveOut', { id: first, rows: [3, 4, 5, 6], leaveOut: true });
    // The row is included again.
    await desk.call('check.leaveOut', { id: first, rows: [6], leaveOut: false });
    await desk.send(first);
    expect(await desk.idsOnService(first)).toEqual(['G1', 'G5', 'G6']);
    const before = await desk.charged();

    // G2 was corrected in the source system, somebody else has the ID of G3 now, and G4 is unchanged.
    const came = [
      person('G1'),
      person('G2').replace(/^([^,]*),[^,]*/, '$1,Corrected'),
      person('G3').replace(/^([^,]*),[^,]*,[^,]*/, '$1,Somebody,Else'),
      person('G4'),
      person('G5'),
      person('G6'),
    ];
    const id = await imported(came, { baselineId: first });
    expect(await offer(id)).toMatchObject({ corrections: 1, merged: 0, leftOut: 2 });
    const { undo } = await desk.call('check.applyCarriedCorrections', { id });
    expect(undo).toBe('the carried corrections in 3 rows');
    const leftOut = async () => (await rowsOf(id)).filter((row) => row.leftOut).map(({ row }) => row);
    expect(await leftOut()).toEqual([3, 5]);
    expect(await offer(id)).toMatchObject({ corrections: 0, merged: 0, leftOut: 0 });

    await desk.call('check.undo', { id });
    expect(await leftOut()).toEqual([]);
    expect(await offer(id)).toMatchObject({ corrections: 1, leftOut: 2 });
    await desk.call('check.redo', { id });
    await desk.restart();
    expect(await leftOut()).toEqual([3, 5]);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['G3']);
    expect((await desk.charged()) - before).toBe(1);

    // The next list finds them in this list. People who are already left out in it are not offered.
    const third = await imported(came, { baselineId: id });
    expect(await offer(third)).toMatchObject({ leftOut: 2 });
    await desk.call('check.leaveOut', { id: third, rows: [3], leaveOut: true });
    expect(await offer(third)).toMatchObject({ leftOut: 1 });
  });

  it('are not repeated where the earlier list has the id twice, or where a column is no longer sent', async () => {
    const lines = [person('C1'), person('C1', { street: '1 Other St' }), person('C2'), person('C3', { email: '' })];
    const first = await imported(lines);
    await correct(first, 2, 'city', 'Salem');
    await correct(first, 4, 'city', 'Salem');
    await correct(first, 4, 'spouseFirst', 'Jonah');
    await correct(first, 5, 'personalEmail', 'found@example.org');
    await desk.send(first);
    const id = await imported([...people('C', 1, 2), person('C3', { email: '' })], { baselineId: first });
    const found = async () => (await offer(id))?.examples.map(({ row, field }) => `${row} ${field}`).toSorted();
    expect(await found()).toEqual(['3 city', '3 spouseFirst', '4 personalEmail']);
    const { plan, headers } = await desk.call('columns.get', { id });
    const hidden = [headers.indexOf('City'), headers.indexOf('Email')];
    const columns = plan.columns.map((column) => (hidden.includes(column.column) ? { ...column, to: { kind: 'none' as const } } : column));
    await desk.call('columns.change', { id, plan: { ...plan, columns } });
    // No column was mapped to the spouse's name then, and none is now.
    expect(await found()).toEqual(['3 spouseFirst']);
    // Without an id, no one can be recognized.
    const ids = headers.indexOf('Constituent ID');
    const without = plan.columns.map((column) => (column.column === ids ? { ...column, to: { kind: 'none' as const } } : column));
    await desk.call('columns.change', { id, plan: { ...plan, columns: without } });
    expect(await found()).toEqual([]);
  });

  it('give the value that was sent, or are not repeated: columns may be read differently now', async () => {
    const lines = [1, 2, 3].map((n) => `${person(`F${n}`)},soon,lots`);
    const importList = async (of: string | null, dateOrder: 'mdy' | 'dmy', decimal: 'point' | 'comma') => {
      const id = await desk.importList([`${PEOPLE_HEADINGS},When,How much`, ...lines]);
      await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0, baselineId: of });
      const { plan, headers } = await desk.call('columns.get', { id });
      const fields: Readonly<Record<string, FieldKey>> = { When: 'rfmMostRecentGiftDate', 'How much': 'rfmMostRecentGiftValue' };
      const columns = plan.columns.map((one) => {
        const field = fields[headers[one.column]!];
        return field === undefined ? one : { ...one, to: { kind: 'field' as const, field }, dateOrder, decimal };
      });
      await desk.call('columns.change', { id, plan: { ...plan, columns } });
      return id;
    };
    const first = await importList(null, 'dmy', 'point');
    await correct(first, 2, 'rfmMostRecentGiftDate', '03/04/2020');
    await correct(first, 3, 'rfmMostRecentGiftValue', '1.255');
    await correct(first, 3, 'city', 'Salem');
    await correct(first, 4, 'rfmMostRecentGiftDate', '');
    await desk.send(first);
    const id = await importList(first, 'mdy', 'point');
    const found = async (of: string) => (await offer(of))?.examples.map(({ row, before, after }) => [row, before, after]);
    const dates = [
      [2, 'soon', '2020-04-03'],
      [4, 'soon', ''],
    ];
    expect((await found(id))?.toSorted()).toEqual([dates[0], [3, 'Worcester', 'Salem'], [3, 'lots', '1.255'], dates[1]]);
    await desk.call('check.applyCarriedCorrections', { id });
    expect(await since(id)).toMatchObject({ newRows: 0, changed: 0, unchanged: 3 });
    // With a decimal comma it would be another amount, so that row stays unchanged.
    expect(await found(await importList(first, 'mdy', 'comma'))).toEqual(dates);
  });

  it.each([
    ['the newest first', 'D', 0],
    ['the newest first even if the clock was set back in between', 'V', -3_600_000],
  ])('include those of refused rows that were fixed and sent again, %s', async (_, p, clockOffset) => {
    const refused = [2, 3, 4].map((who) => person(`${p}${who}`, { isRefused: true }));
    const first = await imported([...people(p, 1), ...refused]);
    await correct(first, 3, 'city', 'Salem');
    await desk.send(first);
    const fixRefused = async (...emails: readonly (readonly [number, string])[]) => {
      const { id: fixing } = await desk.call('projects.fixRefused', { id: first });
      await desk.idle();
      await desk.call('projects.change', { id: fixing, sendErrors: true });
      for (const [row, email] of emails) await correct(fixing, row, 'personalEmail', email);
      await desk.send(fixing);
    };
    await fixRefused([3, 'mended@example.org'], [4, 'still.d3@example.invalid'], [5, 'still.d4@example.invalid']);
    desk.clockOffset = clockOffset;
    await fixRefused([4, 'known@example.org'], [5, 'nobody.yet@example.invalid']);
    desk.clockOffset = 0;
    const before = await desk.charged();
    const id = await imported([person(`${p}1`, { street: '1 New St' }), ...refused], { baselineId: first });
    expect((await offer(id))?.examples.map(({ row, before: was, after }) => [row, was, after]).toSorted()).toEqual([
      [3, 'Worcester', 'Salem'],
      [3, `${p.toLowerCase()}2@example.invalid`, 'mended@example.org'],
      [4, `${p.toLowerCase()}3@example.invalid`, 'known@example.org'],
      [5, `${p.toLowerCase()}4@example.invalid`, 'nobody.yet@example.invalid'],
    ]);
    await desk.call('check.applyCarriedCorrections', { id });
    expect(await since(id)).toMatchObject({ newRows: 0, changed: 1, unchanged: 3 });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual([`${p}1`]);
    expect((await desk.charged()) - before).toBe(1);
  });

  it('are offered only while the list is compared with the earlier one', async () => {
    const first = await imported(people('E', 1, 2));
    await correct(first, 2, 'city', 'Salem');
    await desk.send(first);
    const id = await imported(people('E', 1, 2));
    expect(await offer(id)).toBeNull();
    expect((await desk.call('check.applyCarriedCorrections', { id })).undo).toBeNull();
    await desk.call('projects.change', { id, baselineId: first });
    expect(await offer(id)).toMatchObject({ corrections: 1, rows: 1, fields: [{ field: 'city', corrections: 1 }] });
    await desk.call('projects.change', { id, baselineId: null });
    expect(await offer(id)).toBeNull();
  });
});
