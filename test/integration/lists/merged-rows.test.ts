/** Rows that are sent as one: who reaches the service, what is charged, and who receives the scores. */
import { describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Spouse First Name,Address,City,State,ZIP,Email';
const list = (prefix: string) => [
  HEADINGS,
  `${prefix}1,Marguerite,Ashdown,,14 Larkspur Ln,Worcester,MA,01609,ashdown@${prefix}.example.org`,
  `${prefix}2,Desmond,Okafor,,5 Quarry Rd,Nashua,NH,03060,desmond@${prefix}.example.org`,
  `${prefix}3,Aldous,Ashdown,,14 Larkspur Ln,Worcester,MA,01609,ashdown@${prefix}.example.org`,
  `${prefix}4,Robert,Okafor,,9 Fern Hollow Dr,Portland,OR,97201,okafor@${prefix}.example.org`,
  `${prefix}5,Bob,Okafor,,,,,,okafor@${prefix}.example.org`,
];

const desk = await setupTestDesk();

const groupsOf = async (id: string) => {
  const { fields, groups } = await desk.call('check.duplicates', { id, code: 'EMAIL_SHARED', offset: 0, limit: 20 });
  return groups.map(({ rows, merged }) => ({
    rows: rows.map(({ row }) => row),
    kind: merged?.kind ?? null,
    spouse: merged?.values[fields.indexOf('spouseFirst')] ?? null,
  }));
};

describe('merged rows', () => {
  it('are one person for the service, cost one credit, and all receive the scores of that person', async () => {
    const id = await desk.importList(list('A'));
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
    expect(await desk.idsOnService(id)).toEqual(['A1', 'A2', 'A4']);
    expect((await desk.charged()) - before).toBe(3);

    const person = await desk.call('results.person', { id, row: 2 });
    expect(person.record).toContainEqual({ field: 'spouseFirst', value: 'Aldous', was: '' });
    const spouse = await desk.call('results.person', { id, row: 4 });
    expect(spouse).toMatchObject({ outcome: 'leftOut', leftOut: 'merged', mergedInto: 2 });
    expect(spouse.values).toEqual(person.values);

    const rows = await desk.exportRows(id);
    const outcomes = rows.map((row) => [row['Constituent ID'], row['Screening outcome'], row['Why it was not sent']]);
    expect(outcomes).toEqual([
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

  it('are separate rows again after undo, or after one of them is included again', async () => {
    const id = await desk.importList(list('B'));
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

    // Edits that were made after the merge are kept. The other merged values are removed.
    await desk.call('check.edit', { id, row: 2, field: 'spouseLast', value: 'Ashdown-Hale' });
    await desk.call('check.leaveOut', { id, rows: [4], leaveOut: false });
    expect([await rowsToSend(), await valueOf(2, 'spouseFirst'), await valueOf(2, 'spouseLast')]).toEqual([5, '', 'Ashdown-Hale']);
    await desk.call('check.undo', { id });
    expect([await rowsToSend(), await valueOf(2, 'spouseFirst'), await valueOf(2, 'spouseLast')]).toEqual([4, 'Aldous', 'Ashdown-Hale']);
    await desk.call('check.leaveOut', { id, rows: [4], leaveOut: false });
    expect([await rowsToSend(), await valueOf(2, 'spouseFirst')]).toEqual([5, '']);
  });

  it('stay merged when all rows that were left out are included again', async () => {
    const id = await desk.importList(list('C'));
    await desk.call('check.merge', { id, rows: [2, 4] });
    await desk.call('check.leaveOut', { id, rows: [3], leaveOut: true });
    await desk.call('check.leaveOut', { id, rows: { kind: 'leftOut' }, leaveOut: false });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 4, leftOut: [{ reason: 'merged', rows: 1 }] });
  });

  it('cannot include people of two couples, a person who is left out, or one on the suppression list', async () => {
    const lines = list('D');
    lines[1] = lines[1]!.replace('Ashdown,,', 'Ashdown,Luca,');
    const id = await desk.importList(lines);
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

  it('never make a row that the service would refuse', async () => {
    const lines = list('G');
    // The address of the second row is longer than the service allows.
    lines[4] = 'G4,Robert,Okafor,,,,,,okafor@G.example.org';
    lines[5] = `G5,Bob,Okafor,,${'9 Fern Hollow Dr '.repeat(20)},Portland,OR,97201,okafor@G.example.org`;
    const id = await desk.importList(lines);
    await expect(desk.call('check.merge', { id, rows: [5, 6] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 4, leftOut: [{ reason: 'invalid', rows: 1 }] });
  });

  it('are not shown again once the user keeps both, even after a restart, and no decision for all repeats merges them', async () => {
    const id = await desk.importList(list('K'));
    const code = 'EMAIL_SHARED';
    const groups = async () => {
      const found = await desk.call('check.duplicates', { id, code, offset: 0, limit: 20 });
      return [found.kept, ...found.groups.map(({ rows, isKept }) => [isKept, ...rows.map(({ row }) => row)])];
    };
    const before = await groups();
    expect(before).toEqual([0, [false, 2, 4], [false, 5, 6]]);
    await desk.call('check.edit', { id, row: 3, field: 'city', value: 'Nashville' });
    const { undo } = await desk.call('check.keepRepeats', { id, code, rows: [5, 6], keep: true });
    expect(undo).toContain('City');
    await desk.call('check.keepRepeats', { id, code, rows: [2, 4], keep: true });
    await desk.call('check.keepRepeats', { id, code, rows: [2, 4], keep: false });
    await desk.restart();
    expect(await groups()).toEqual([1, [false, 2, 4], [true, 5, 6]]);
    expect(await desk.call('check.settling', { id, code, how: 'fuller' })).toMatchObject({ groups: 0, left: 1 });
    expect((await desk.call('check.settle', { id, code, how: 'fuller' })).leftOut).toBe(0);
    await desk.call('check.keepRepeats', { id, code, rows: [5, 6], keep: false });
    expect(await groups()).toEqual(before);
    expect(await desk.call('check.settling', { id, code, how: 'fuller' })).toMatchObject({ groups: 1, left: 1 });
  });

  it('have no scores if the row that was sent for them has none', async () => {
    const id = await desk.importList(list('F'));
    await desk.call('check.merge', { id, rows: [2, 4] });
    await desk.call('check.merge', { id, rows: [5, 6] });
    await desk.call('check.edit', { id, row: 2, field: 'personalEmail', value: 'nobody@example.invalid' });
    await desk.call('check.leaveOut', { id, rows: [5], leaveOut: true });
    await desk.call('projects.change', { id, sendErrors: true });
    await desk.send(id);
    const rows = await desk.exportRows(id);
    expect(rows.map((row) => [row['Constituent ID'], row['Screening outcome'], row['Why it was not sent'], row['Overall score']])).toEqual([
      ['F1', 'Not accepted', undefined, undefined],
      ['F2', 'Scored', undefined, expect.any(Number)],
      ['F3', 'Not sent', 'Merged into row 2, which counts for both', undefined],
      ['F4', 'Not sent', 'Left out by you, in Check', undefined],
      ['F5', 'Not sent', 'Merged into row 5, which counts for both', undefined],
    ]);
    expect(await desk.call('results.person', { id, row: 4 })).toMatchObject({ mergedInto: 2, values: [], json: null });
  });

  it('are both in a file for another system, unless they share an ID', async () => {
    const lines = list('E');
    lines[5] = lines[5]!.replace('E5', 'E4');
    const id = await desk.importList(lines);
    await desk.call('check.merge', { id, rows: [2, 4] });
    await desk.call('check.merge', { id, rows: [5, 6] });
    await desk.send(id);
    const rows = await desk.exportRows(id, { kind: 'layout', layoutId: 'salesforce' });
    expect(rows.map((row) => Object.values(row)[0])).toEqual(['E1', 'E2', 'E3', 'E4']);
  });
});

describe('rows merged in an earlier list', () => {
  const screened = async (lines: readonly string[], ...merges: readonly (readonly number[])[]) => {
    const id = await desk.importList(lines);
    for (const rows of merges) await desk.call('check.merge', { id, rows: [...rows] });
    await desk.send(id);
    return id;
  };
  const sinceThen = async (lines: readonly string[], baselineId: string) => {
    const id = await desk.importList(lines);
    await desk.call('projects.change', { id, baselineId, recencyDays: 0 });
    return id;
  };
  const offer = async (id: string) => await desk.call('check.carriedCorrections', { id });

  it('are merged again in the next list in one step, cost nothing again, and have the earlier scores', async () => {
    const lines = list('G');
    const first = await screened(lines, [2, 4], [5, 6]);
    const scores = await desk.call('results.person', { id: first, row: 2 });
    const before = await desk.charged();
    // The other way around, with one new person.
    const id = await sinceThen(
      [HEADINGS, ...lines.slice(1).toReversed(), 'G6,Petra,Linde,,8 Mill St,Salem,MA,01970,petra@example.org'],
      first,
    );
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 4, baseline: { newRows: 3, changed: 1, unchanged: 2 } });
    expect(await offer(id)).toMatchObject({ corrections: 0, merged: 2 });
    expect((await desk.call('check.applyCarriedCorrections', { id })).undo).toBe('the carried corrections in 2 rows');
    expect(await offer(id)).toMatchObject({ corrections: 0, merged: 0 });
    await desk.call('check.undo', { id });
    expect(await offer(id)).toMatchObject({ merged: 2 });
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(4);
    await desk.call('check.redo', { id });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 1, baseline: { newRows: 1, changed: 0, unchanged: 3 } });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['G6']);
    expect((await desk.charged()) - before).toBe(1);

    // G3 is in row 4 and counts with G1 in row 6, whom the first list sent.
    expect(await desk.call('results.person', { id, row: 4 })).toMatchObject({ outcome: 'leftOut', leftOut: 'merged', mergedInto: 6 });
    expect((await desk.call('results.earlier', { id, row: 4 }))?.values).toEqual(scores.values);
    const rows = await desk.exportRows(id, { kind: 'list', priorScores: true });
    const cellsOf = (constituent: string) => rows.find((row) => row['Constituent ID'] === constituent)!;
    expect(rows.map((row) => [row['Constituent ID'], row['Screening outcome']])).toEqual([
      ['G5', 'Scored before'],
      ['G4', 'Scored before'],
      ['G3', 'Scored before'],
      ['G2', 'Scored before'],
      ['G1', 'Scored before'],
      ['G6', 'Scored'],
    ]);
    expect(cellsOf('G3')).toMatchObject({ 'Why it was not sent': 'Merged into row 6, which counts for both' });
    expect(cellsOf('G3')['Overall score']).toEqual(expect.any(Number));
    expect(cellsOf('G3')['Overall score']).toBe(cellsOf('G1')['Overall score']);
    expect(cellsOf('G5')['Overall score']).toBe(cellsOf('G4')['Overall score']);
    // Without the earlier scores, none of them is reported as scored before.
    const without = await desk.exportRows(id);
    expect(without.map((row) => row['Screening outcome'])).toEqual([...Array<string>(5).fill('Not sent'), 'Scored']);
    // A file for another system has only the people of this screening.
    expect((await desk.exportRows(id, { kind: 'layout', layoutId: 'salesforce' })).map((row) => Object.values(row)[0])).toEqual(['G6']);
  });

  it.each([
    ['one of them is missing', (lines: string[]) => lines.filter((line) => !line.startsWith('H3')), ['H1']],
    ['one has another ID', (lines: string[]) => lines.map((line) => line.replace(/^H3/, 'H30')), ['H1', 'H30']],
    ['one ID is there twice', (lines: string[]) => [...lines, lines[3]!.replace('Aldous', 'Aldo')], ['H1', 'H3']],
    ['an ID is now another person', (lines: string[]) => lines.map((line) => line.replace(/^H3,Aldous/, 'H3,Luca')), ['H1', 'H3']],
    [
      'they live apart',
      (lines: string[]) => lines.map((line) => (line.startsWith('H3') ? line.replace('14 Larkspur Ln', '3 Elm St') : line)),
      ['H1', 'H3'],
    ],
  ])('are two people again, without a spouse, where %s', async (what, change, sent) => {
    const prefix = `H${what.length}x`;
    const lines = list(prefix);
    const first = await screened(lines, [2, 4]);
    const own = (texts: readonly string[]) => texts.map((text) => text.replace(/^H(?=\d)/, prefix));
    const changed = own(change(lines.map((line) => line.replace(new RegExp(`^${prefix}`), 'H'))));
    const id = await sinceThen(changed, first);
    expect(await offer(id)).toMatchObject({ corrections: 0, merged: 0 });
    expect((await desk.call('check.applyCarriedCorrections', { id })).undo).toBeNull();
    await desk.call('projects.change', { id, sendErrors: false });
    const { rows, fields } = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 20 });
    expect(rows.map(({ values }) => values[fields.indexOf('spouseFirst')] ?? '').join('')).toBe('');
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(own(sent));
  });

  it('keep changes that were made after the merge, even in a second list', async () => {
    const lines = list('K');
    const first = await desk.importList(lines);
    await desk.call('check.merge', { id: first, rows: [2, 4] });
    await desk.call('check.edit', { id: first, row: 2, field: 'spouseLast', value: 'Ashdown-Hale' });
    await desk.call('check.edit', { id: first, row: 2, field: 'city', value: 'Boston' });
    await desk.send(first);
    const second = await sinceThen(lines, first);
    expect(await offer(second)).toMatchObject({ corrections: 1, merged: 1, examples: [{ row: 2, field: 'city', after: 'Boston' }] });
    await desk.call('check.applyCarriedCorrections', { id: second });
    expect((await desk.call('cost.get', { id: second })).baseline).toMatchObject({ newRows: 0, changed: 0, unchanged: 4 });
    await desk.call('check.edit', { id: second, row: 3, field: 'city', value: 'Salem' });
    await desk.send(second);
    const third = await sinceThen(lines, second);
    await desk.call('check.applyCarriedCorrections', { id: third });
    expect((await desk.call('cost.get', { id: third })).baseline).toMatchObject({ newRows: 0, changed: 0, unchanged: 4 });
  });

  it('are not merged again if the user left one of them out or corrected one of them in this list', async () => {
    const lines = list('L');
    const first = await screened(lines, [2, 4]);
    const id = await sinceThen(lines, first);
    await desk.call('check.leaveOut', { id, rows: [4], leaveOut: true });
    expect(await offer(id)).toMatchObject({ merged: 0 });
    await desk.call('check.undo', { id });
    await desk.call('check.edit', { id, row: 2, field: 'spouseFirst', value: 'Somebody' });
    expect(await offer(id)).toMatchObject({ merged: 0 });
  });
});
