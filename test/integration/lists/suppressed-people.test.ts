/** People on the suppression list never reach the service. */
import { describe, expect, it } from 'vitest';
import { HEADINGS, ids, people } from '../../kit/four-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

describe('a person on the suppression list', () => {
  it('never reaches the service, whether matched by id, email or name with ZIP', async () => {
    const list = [
      'Constituent ID,First Name,Last Name,ZIP,Email',
      'A1,,,,',
      ',Lucinda,Okafor,03060,',
      ',,,,TOBIAS@A.example.org',
      ',Nobody,,,',
    ];
    const added = await desk.call('doNotScreen.add', { file: await desk.file('never.csv', list) });
    expect(added).toMatchObject({ added: 3, withoutKey: 1, list: { people: 3, lists: [{ people: 3, ids: 1, emails: 1, names: 1 }] } });
    const id = await desk.importList([HEADINGS, ...people('A')]);
    const cost = await desk.call('cost.get', { id });
    expect(cost).toMatchObject({ rowsInFile: 4, rowsToSend: 1, leftOut: [{ reason: 'suppressed', rows: 3 }] });
    const filter = { kind: 'rule', code: 'DO_NOT_SCREEN', field: 'constituentId', leftOut: true } as const;
    const page = await desk.call('check.page', { id, filter, find: '', offset: 0, limit: 10 });
    expect(page.rows.map(({ row, leftOut, notSent }) => [row, leftOut, notSent])).toEqual([
      [2, true, 'suppressed'],
      [3, true, 'suppressed'],
      [4, true, 'suppressed'],
    ]);
    // Neither sending errors nor including rows again sends a person who must not be screened.
    await desk.call('projects.change', { id, sendErrors: true, resendRecent: true });
    await desk.call('check.leaveOut', { id, rows: [2, 3, 4], leaveOut: false });
    expect((await desk.call('cost.sample', { id, limit: 20 })).records).toHaveLength(1);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(ids('A', 4));
    const { projects } = await desk.practice.client.ledger();
    expect(projects.at(-1)).toMatchObject({ rowsStored: 1, creditsCharged: 1 });
  });

  it('is recognized by name even if a spreadsheet removed the zero of a ZIP in either list', async () => {
    const list = ['First Name,Last Name,ZIP', 'Kofi,Kowalski,6103', 'Wei,Lee,02116', 'Inés,Núñez,2116-4321'];
    await desk.call('doNotScreen.add', { file: await desk.file('zeros.csv', list) });
    const id = await desk.importList([
      'Constituent ID,First Name,Last Name,ZIP',
      'Z1,Kofi,Kowalski,06103',
      'Z2,Wei,Lee,2116',
      'Z3,Ines,Nunez,02116',
      'Z4,Kofi,Kowalski,06104',
    ]);
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'suppressed', rows: 3 }] });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['Z4']);
    const { lists } = await desk.call('doNotScreen.get', {});
    await desk.call('doNotScreen.remove', { id: lists.find(({ names }) => names === 3)!.id });
  });

  it('is recognized from each sheet of a workbook, whatever its columns, and remarks are not counted', async () => {
    const file = await desk.workbook({
      'Opted out': ['Constituent ID,First Name,Last Name', 'S1,Kofi,Kowalski', 'S2,Wei,Lee', ',Ann,'],
      'Asked by email': ['Email,Reason', 'ines@s.example.org,Asked us in May'],
      Remarks: ['Ask the board each June.', 'Last change in May.'],
    });
    const added = await desk.call('doNotScreen.add', { file });
    expect(added).toMatchObject({ added: 3, withoutKey: 1, list: { people: 6 } });
    const id = await desk.importList([
      'Constituent ID,First Name,Last Name,ZIP,Email',
      'S1,Kofi,Kowalski,06103,',
      'S3,Ines,Nunez,02116,ines@s.example.org',
      'S4,Kofi,Kowalski,06104,',
    ]);
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'suppressed', rows: 2 }] });
    await desk.call('doNotScreen.remove', { id: added.list.lists.find(({ name }) => name.endsWith('.xlsx'))!.id });
  });

  it('is not on the list when the own column of the row says that the person may be screened', async () => {
    const never = (file: readonly string[]) => desk.file('flags.csv', file).then((token) => desk.call('doNotScreen.add', { file: token }));
    const flagged = await never([
      'Constituent ID,Last Name,Do Not Screen',
      'N1,Lee,Yes',
      'N2,Quayle,No',
      'N3,Okafor,',
      'N4,Farrow,by letter',
    ]);
    expect(flagged).toMatchObject({ added: 3, withoutKey: 0, allowed: 1 });
    const agreed = await never(['Constituent ID,Last Name,Screening Consent', 'N5,Lee,Yes', 'N6,Quayle,No']);
    expect(agreed).toMatchObject({ added: 1, allowed: 1 });
    expect(await never(['Constituent ID,Last Name,Do Not Screen', 'N7,Lee,No'])).toMatchObject({ added: 0, allowed: 1 });
    const id = await desk.importList([
      'Constituent ID,First Name,Last Name',
      'N1,Ann,Lee',
      'N2,Bo,Okafor',
      'N3,Cy,Whitlock',
      'N4,Di,Farrow',
      'N5,Ed,Lee',
      'N6,Flo,Quayle',
    ]);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['N2', 'N5']);
    for (const { id: part, name } of (await desk.call('doNotScreen.get', {})).lists)
      if (name.endsWith('flags.csv')) await desk.call('doNotScreen.remove', { id: part });
  });

  it('is not screened as a single profile either', async () => {
    const record = { primaryFirst: 'Rosalind', primaryLast: 'Quayle', constituentId: 'A1' };
    const before = await desk.practice.client.ledger();
    await expect(desk.call('service.screenOne', { connectionId: desk.connectionId, record })).rejects.toMatchObject({
      code: 'DO_NOT_SCREEN',
    });
    await expect(desk.call('service.requestScore', { connectionId: desk.connectionId, record })).rejects.toMatchObject({
      code: 'DO_NOT_SCREEN',
    });
    expect((await desk.practice.client.ledger()).singles).toEqual(before.singles);
  });

  it('is not stored in clear text', async () => {
    await desk.call('doNotScreen.addPerson', {
      record: { personalEmail: 'winifred.baptiste@kept.example.org', constituentId: 'KEPT-7781' },
    });
    await desk.restart();
    const kept = desk.storedBytes();
    for (const text of ['winifred', 'KEPT-7781', 'kept.example.org']) expect(kept.includes(text)).toBe(false);
    expect((await desk.call('doNotScreen.get', {})).people).toBe(4);
  });

  it('is left out of a list that was checked before, and is sent after all their entries are removed', async () => {
    const id = await desk.importList([HEADINGS, ...people('B')]);
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(3);
    const record = { constituentId: 'B3', personalEmail: 'beatrix@b.example.org' };
    await desk.call('doNotScreen.addPerson', { record });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'suppressed', rows: 3 }] });
    expect((await desk.call('doNotScreen.removePerson', { record: { constituentId: 'B3' } })).removed).toBe(true);
    expect((await desk.call('doNotScreen.removePerson', { record: { personalEmail: 'beatrix@b.example.org' } })).removed).toBe(false);
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(3);
    const { lists } = await desk.call('doNotScreen.get', {});
    await desk.call('doNotScreen.remove', { id: lists[0]!.id });
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(4);
    expect((await desk.call('doNotScreen.clear', {})).people).toBe(0);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(ids('B', 1, 2, 3, 4));
  });

  it('cannot come from a file in which no one can be recognized', async () => {
    const file = await desk.file('nobody.csv', ['First Name,City', 'Rosalind,Worcester']);
    await expect(desk.call('doNotScreen.add', { file })).rejects.toMatchObject({ code: 'NO_ROWS' });
  });
});
