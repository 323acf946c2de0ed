/** Rows that are sent as one: who reaches the service, what is charged, and who receives the scores. */
import { describe, expect, it } from 'vitest';
import { deskOfFile } from '../../kit/desk-of-file.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Spouse First Name,Address,City,State,ZIP,Email';
const list = (prefix: string) => [
  HEADINGS,
  `${prefix}1,Marguerite,Ashdown,,14 Larkspur Ln,Worcester,MA,01609,ashdown@${prefix}.example.org`,
  `${prefix}2,Desmond,Okafor,,5 Quarry Rd,Nashua,NH,03060,desmond@${prefix}.example.org`,
  `${prefix}3,Aldous,Ashdown,,14 Larkspur Ln,Worcester,MA,01609,ashdown@${prefix}.example.org`,
  `${prefix}4,Robert,Okafor,,9 Fern Hollow Dr,Portland,OR,97201,okafor@${prefix}.example.org`,
  `${prefix}5,Bob,Okafor,,,,,,okafor@${prefix}.example.org`,
];

const desk = await deskOfFile();

const groupsOf = async (id: string) => {
  const { fields, groups } = await desk.call('check.duplicates', { id, code: 'EMAIL_SHARED', offset: 0, limit: 20 });
  return groups.map(({ rows, merged }) => ({
    rows: rows.map(({ row }) => row),
    kind: merged?.kind ?? null,
    spouse: merged?.values[fields.indexOf('spouseFirst')] ?? null,
  }));
};

describe('merged rows', () => {
  it('are one person for the service, cost one credit, and all receive its scores', async () => {
    const id = await desk.bring(list('A'));
    const groups = await groupsOf(id);
    expect(groups.toSorted((a, b) => a.rows[0]! - b.rows[0]!)).toEqual([
      { rows: [2, 4], kind: 'couple', spouse: 'Aldous' },
      { rows: [5, 6], kind: 'samePerson', spouse: '' },
    ]);
    for (const { rows } of groups) await desk.call('check.merge', { id, rows });
    expect(await groupsOf(id)).toEqual([]);
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 3, leftOut: [{ reason: 'merged', rows: 2 }] });
    const before = await desk.charged();
    await desk.send(id);
    expect(await desk.arrived(id)).toEqual(['A1', 'A2', 'A4']);
    expect((await desk.charged()) - before).toBe(3);

    const person = await desk.call('results.person', { id, row: 2 });
    expect(person.record).toContainEqual({ field: 'spouseFirst', value: 'Aldous', was: '' });
    const spouse = await desk.call('results.person', { id, row: 4 });
    expect(spouse).toMatchObject({ outcome: 'leftOut', leftOut: 'merged', mergedInto: 2 });
    expect(spouse.leaves).toEqual(person.leaves);

    const rows = await desk.exported(id);
    const told = rows.map((row) => [row['Constituent ID'], row['Screening outcome'], row['Why it was not sent']]);
    expect(told).toEqual([
      ['A1', 'Scored', undefined],
      ['A2', 'Scored', undefined],
      ['A3', 'Scored with another row', 'Merged into row 2, which counts for both'],
      ['A4', 'Scored', undefined],
      ['A5', 'Scored with another row', 'Merged into row 5, which counts for both'],
    ]);
    const scoresOf = (row: Record<string, unknown>) =>
      Object.entries(row).filter(([title]) => !HEADINGS.includes(title) && !/^(Screening|Why)/.test(title));
    expect(scoresOf(rows[0]!).length).toBeGreaterThan(1);
    expect(scoresOf(rows[2]!)).toEqual(scoresOf(rows[0]!));
    expect(scoresOf(rows[4]!)).toEqual(scoresOf(rows[3]!));
  });

  it('are rows of their own again after undo, and when one of them is taken back', async () => {
    const id = await desk.bring(list('B'));
    const rowsToSend = async () => (await desk.call('cost.get', { id })).rowsToSend;
    const valueOf = async (row: number, field: 'spouseFirst' | 'spouseLast') => {
      const page = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 20 });
      const at = page.fields.indexOf(field);
      return at < 0 ? '' : page.rows.find((one) => one.row === row)!.values[at];
    };
    await desk.call('check.merge', { id, rows: [2, 4] });
    expect([await rowsToSend(), await valueOf(2, 'spouseFirst'), await valueOf(2, 'spouseLast')]).toEqual([4, 'Aldous', 'Ashdown']);
    await desk.call('check.undo', { id });
    expect([await rowsToSend(), await valueOf(2, 'spouseFirst')]).toEqual([5, '']);
    await desk.call('check.redo', { id });
    expect([await rowsToSend(), await valueOf(2, 'spouseFirst')]).toEqual([4, 'Aldous']);

    // What was edited after the merge stays; the rest goes with the row.
    await desk.call('check.edit', { id, row: 2, field: 'spouseLast', value: 'Ashdown-Hale' });
    await desk.call('check.leaveOut', { id, rows: [4], leaveOut: false });
    expect([await rowsToSend(), await valueOf(2, 'spouseFirst'), await valueOf(2, 'spouseLast')]).toEqual([5, '', 'Ashdown-Hale']);
    await desk.call('check.undo', { id });
    expect([await rowsToSend(), await valueOf(2, 'spouseFirst'), await valueOf(2, 'spouseLast')]).toEqual([4, 'Aldous', 'Ashdown-Hale']);
    await desk.call('check.leaveOut', { id, rows: [4], leaveOut: false });
    expect([await rowsToSend(), await valueOf(2, 'spouseFirst')]).toEqual([5, '']);
  });

  it('stay merged when all rows that were left out are taken back', async () => {
    const id = await desk.bring(list('C'));
    await desk.call('check.merge', { id, rows: [2, 4] });
    await desk.call('check.leaveOut', { id, rows: [3], leaveOut: true });
    await desk.call('check.leaveOut', { id, rows: { kind: 'leftOut' }, leaveOut: false });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 4, leftOut: [{ reason: 'merged', rows: 1 }] });
  });

  it('cannot be people of two couples, a person who is left out, or one who is not to be screened', async () => {
    const lines = list('D');
    lines[1] = lines[1]!.replace('Ashdown,,', 'Ashdown,Luca,');
    const id = await desk.bring(lines);
    expect((await groupsOf(id)).find(({ rows }) => rows[0] === 2)).toEqual({ rows: [2, 4], kind: null, spouse: null });
    await expect(desk.call('check.merge', { id, rows: [2, 4] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await desk.call('check.leaveOut', { id, rows: [6], leaveOut: true });
    await expect(desk.call('check.merge', { id, rows: [5, 6] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await desk.call('check.undo', { id });
    await desk.call('doNotScreen.addPerson', { record: { constituentId: 'D5' } });
    await expect(desk.call('check.merge', { id, rows: [5, 6] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await desk.call('doNotScreen.clear', {});
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(5);
  });

  it('have no scores when the row that stands for them has none', async () => {
    const id = await desk.bring(list('F'));
    await desk.call('check.merge', { id, rows: [2, 4] });
    await desk.call('check.merge', { id, rows: [5, 6] });
    await desk.call('check.edit', { id, row: 2, field: 'personalEmail', value: 'nobody' });
    await desk.call('check.leaveOut', { id, rows: [5], leaveOut: true });
    await desk.call('projects.change', { id, sendErrors: true });
    await desk.send(id);
    const rows = await desk.exported(id);
    expect(rows.map((row) => [row['Constituent ID'], row['Screening outcome'], row['Why it was not sent'], row['Overall score']])).toEqual([
      ['F1', 'Refused', undefined, undefined],
      ['F2', 'Scored', undefined, expect.any(Number)],
      ['F3', 'Not sent', 'Merged into row 2, which counts for both', undefined],
      ['F4', 'Not sent', 'Left out by you, in Check', undefined],
      ['F5', 'Not sent', 'Merged into row 5, which counts for both', undefined],
    ]);
    expect(await desk.call('results.person', { id, row: 4 })).toMatchObject({ mergedInto: 2, leaves: [], json: null });
  });

  it('are both in a file for another system, unless they have one ID', async () => {
    const lines = list('E');
    lines[5] = lines[5]!.replace('E5', 'E4');
    const id = await desk.bring(lines);
    await desk.call('check.merge', { id, rows: [2, 4] });
    await desk.call('check.merge', { id, rows: [5, 6] });
    await desk.send(id);
    const rows = await desk.exported(id, { kind: 'layout', layoutId: 'salesforce' });
    expect(rows.map((row) => Object.values(row)[0])).toEqual(['E1', 'E2', 'E3', 'E4']);
  });
});
