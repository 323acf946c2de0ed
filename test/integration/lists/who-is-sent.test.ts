/** Who reaches the service and who never does: the suppression list, people screened before, organization rules, find and replace. */
import { describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Spouse First Name,Address,City,State,ZIP,Email';
const people = (prefix: string) => [
  `${prefix}1,Rosalind,Quayle,,12 Larkspur Ln,Worcester,MA,01609,rosalind@${prefix}.example.org`,
  `${prefix}2,Desmond,Okafor,Lucinda,5 Quarry Rd,Nashua,NH,03060,desmond@${prefix}.example.org`,
  `${prefix}3,Tobias,Whitlock,,77 Old Post Rd,Boulder,CO,80306,tobias@${prefix}.example.org`,
  `${prefix}4,Beatrix,Farrow,,9 Fern Hollow Dr,Portland,OR,97201,beatrix@${prefix}.example.org`,
];
/** An error of its row. */
const TOO_LONG = `4 ${'Harbor View '.repeat(25)}`;
const ids = (prefix: string, ...numbers: number[]) => numbers.map((number) => `${prefix}${number}`);

const desk = await setupTestDesk();

describe('a person marked as deceased in a column', () => {
  it('leads to a warning, and is left out', async () => {
    const id = await desk.importList([
      `${HEADINGS},Deceased`,
      ...people('V').map((line, at) => `${line},${['No', 'Yes', '', '4/5/2024'][at]}`),
    ]);
    const { rules } = await desk.call('check.get', { id });
    const finding = rules.find(({ code }) => code === 'DECEASED');
    expect(finding).toMatchObject({
      severity: 'warning',
      fields: [{ field: 'primaryLast', rows: 2 }],
      rows: 0,
      leftOut: 2,
      sendAnyway: 'Send 2 anyway',
    });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(ids('V', 1, 3));
  });

  it('leads to no warning if the column has no meaning', async () => {
    const id = await desk.importList([`${HEADINGS},Deceased`, ...people('W').map((line) => `${line},Yes`)]);
    const { plan } = await desk.call('columns.get', { id });
    const columns = plan.columns.map((one) => (one.to.kind === 'none' ? { ...one, to: { kind: 'none' as const } } : one));
    await desk.call('columns.change', { id, plan: { ...plan, columns } });
    const { rules } = await desk.call('check.get', { id });
    expect(rules.map(({ code }) => code)).not.toContain('DECEASED');
  });
});

describe('a person marked as not to be screened in a column', () => {
  const importList = async (prefix: string) =>
    await desk.importList([
      `${HEADINGS},ExcludeWealthEnrichment`,
      ...people(prefix).map((line, at) => `${line},${['N', 'Y', '', '1'][at]}`),
    ]);

  it('leads to an error and never reaches the service, even if rows with errors are sent', async () => {
    const id = await importList('S');
    const { rules } = await desk.call('check.get', { id });
    expect(rules.find(({ code }) => code === 'SCREENING_OBJECTED')).toMatchObject({
      severity: 'error',
      fields: [{ field: 'primaryLast', rows: 2 }],
    });
    await desk.call('projects.change', { id, sendErrors: true });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 2, leftOut: [{ reason: 'suppressed', rows: 2 }] });
    // A corrected name does not withdraw the objection.
    await desk.call('check.edit', { id, row: 3, field: 'primaryLast', value: 'Okafor-Lee' });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(ids('S', 1, 3));
  });

  it('is sent only while the user has removed the meaning of the column', async () => {
    const id = await importList('O');
    const { plan } = await desk.call('columns.get', { id });
    const meaning = (tells: boolean) => ({
      ...plan,
      columns: plan.columns.map((one) =>
        one.to.kind === 'none' ? { ...one, to: { kind: 'none' as const, ...(tells && { tells: 'doNotScreen' as const }) } } : one,
      ),
    });
    await desk.call('columns.change', { id, plan: meaning(false) });
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(4);
    await desk.call('columns.change', { id, plan: meaning(true) });
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(2);
  });

  it('is sent with a warning if the organization rules set it to a warning', async () => {
    const rules = await desk.call('organizationRules.get', {});
    await desk.call('organizationRules.set', { ...rules, severities: { ...rules.severities, SCREENING_OBJECTED: 'warning' } });
    const id = await importList('H');
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(4);
    await desk.call('organizationRules.set', rules);
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(2);
  });
});

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

describe('a person who was screened recently on the connection', () => {
  it('is sent again only after a change, on request, or after the days have passed', async () => {
    const first = await desk.importList([HEADINGS, ...people('C')]);
    await desk.send(first);
    expect(await desk.idsOnService(first)).toEqual(ids('C', 1, 2, 3, 4));
    const [one, two, three, four] = people('C');
    const later = [
      HEADINGS,
      one!,
      two!.replace('5 Quarry Rd', '6 Quarry Rd'),
      three!,
      four!,
      'D1,Hiroshi,Tanabe,,4 Harbor View,Boulder,CO,80306,hiroshi@d.example.org',
    ];
    const id = await desk.importList(later);
    const cost = await desk.call('cost.get', { id });
    expect(cost).toMatchObject({
      rowsToSend: 2,
      leftOut: [{ reason: 'recentlyScreened', rows: 3 }],
      resendRecent: false,
      screened: { recencyDays: 90, unchanged: 3, changed: 1 },
    });
    // Organization rules that turn off the finding do not lead to a second charge.
    await desk.call('organizationRules.set', {
      required: [],
      severities: { SCREENED_BEFORE: 'off', ON_ITS_WAY: 'off', DO_NOT_SCREEN: 'off' },
    });
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(2);
    const { rules } = await desk.call('check.get', { id });
    expect(rules.filter(({ code }) => code.startsWith('SCREENED')).map(({ code, rows }) => [code, rows])).toEqual([
      ['SCREENED_BEFORE', 3],
      ['SCREENED_CHANGED', 1],
    ]);
    // Check shows which people are held back.
    const shown = async () => {
      const { rows } = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
      return [(await desk.call('check.get', { id })).alreadyScreened, rows.map(({ leftOut, notSent }) => (leftOut ? 'out' : notSent))];
    };
    expect(await shown()).toEqual([3, ['recentlyScreened', null, 'recentlyScreened', 'recentlyScreened', null]]);
    await desk.call('check.leaveOut', { id, rows: [4], leaveOut: true });
    expect(await shown()).toEqual([2, ['recentlyScreened', null, 'out', 'recentlyScreened', null]]);
    await desk.call('check.undo', { id });
    // A row with new details that is left out for another reason is not counted as one that is sent.
    await desk.call('check.leaveOut', { id, rows: [3], leaveOut: true });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 1, screened: { unchanged: 3, changed: 0 } });
    await desk.call('check.undo', { id });
    // A correction changes the record.
    await desk.call('check.edit', { id, row: 5, field: 'city', value: 'Salem' });
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(3);
    await desk.call('projects.change', { id, resendRecent: true });
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(5);
    expect(await shown()).toEqual([0, [null, null, null, null, null]]);
    await desk.call('projects.change', { id, resendRecent: false });
    await desk.call('projects.change', { id, recencyDays: 0 });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 5, screened: { recencyDays: 0, unchanged: 0, changed: 0 } });
    await desk.call('projects.change', { id, recencyDays: null });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['C2', 'C4', 'D1']);
  });

  it('is held back if the same list is sent again, and the message explains why', async () => {
    const id = await desk.importList([HEADINGS, ...people('C').slice(0, 1)]);
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(0);
    const sent = desk.call('project.send', { id, rows: 1, connectionId: desk.connectionId });
    await expect(sent).rejects.toMatchObject({ code: 'SENT_BEFORE' });
  });

  it('is no longer held back after the project is removed', async () => {
    const all = await desk.call('projects.list', {});
    for (const { id, state } of all) if (state.at === 'done') await desk.call('projects.remove', { id });
    const id = await desk.importList([HEADINGS, ...people('C')]);
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(4);
  });
});

describe('a row that was left out', () => {
  const whyOf = async (id: string) => {
    const selection = { outcome: 'leftOut' as const, filters: [], find: '' };
    const { rows } = await desk.call('results.page', { id, selection, columns: [], sort: null, offset: 0, limit: 20 });
    return rows.map(({ row, leftOut }) => [row, leftOut]);
  };

  it('has the same reason in the results as in the cost, and rows that were sent have none', async () => {
    const earlier = await desk.importList([HEADINGS, ...people('P')]);
    await desk.send(earlier);
    await desk.call('doNotScreen.addPerson', { record: { constituentId: 'Q4' } });
    const list = [
      ...people('Q'),
      people('Q')[0]!.replace('12 Larkspur Ln', '14 Larkspur Ln'),
      people('P')[1]!,
      `Q6,Hiroshi,Tanabe,,${TOO_LONG},Boulder,CO,80306,`,
      'Q7,Imogen,Tanabe,,4 Harbor View,Boulder,CO,80306,',
    ];
    const id = await desk.importList([HEADINGS, ...list]);
    await desk.call('check.leaveOut', { id, rows: [3], leaveOut: true });
    const { leftOut } = await desk.call('cost.get', { id });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['Q1', 'Q3', 'Q7']);
    const why = await whyOf(id);
    expect(why).toEqual([
      [3, 'leftOutByHand'],
      [5, 'suppressed'],
      [6, 'duplicateId'],
      [7, 'recentlyScreened'],
      [8, 'invalid'],
    ]);
    expect(Object.fromEntries(leftOut.map(({ reason, rows }) => [reason, rows]))).toEqual(
      Object.fromEntries(why.map(([, reason]) => [reason, 1])),
    );
    const selection = { outcome: 'scored' as const, filters: [], find: '' };
    const sent = await desk.call('results.page', { id, selection, columns: [], sort: null, offset: 0, limit: 20 });
    expect(sent.rows.map((row) => row.leftOut)).toEqual([null, null, null]);
    const persons = await Promise.all([2, 3, 5, 8].map((row) => desk.call('results.person', { id, row })));
    expect(persons.map(({ leftOut }) => leftOut)).toEqual([null, 'leftOutByHand', 'suppressed', 'invalid']);
    const exported = await desk.exportRows(id);
    expect(exported.map((row) => [row['Constituent ID'], row['Screening outcome'], row['Why it was not sent']])).toEqual([
      ['Q1', 'Scored', undefined],
      ['Q2', 'Not sent', 'Left out by you, in Check'],
      ['Q3', 'Scored', undefined],
      ['Q4', 'Not sent', 'Do not screen: on your do-not-screen list, or marked in your file'],
      ['Q1', 'Not sent', 'Same constituent ID as an earlier row'],
      ['P2', 'Not sent', 'Screened recently, and nothing has changed since'],
      ['Q6', 'Not sent', 'Has an error: a value that the service or your organization rules do not accept'],
      ['Q7', 'Scored', undefined],
    ]);
    await desk.call('doNotScreen.clear', {});
  });

  it('has no error as its reason if rows with errors were sent', async () => {
    const [first, second] = people('R');
    const earlier = await desk.importList([HEADINGS, first!]);
    await desk.send(earlier);
    const id = await desk.importList([HEADINGS, first!, first!, second!]);
    expect((await desk.call('cost.get', { id })).leftOut.map(({ reason }) => reason)).toEqual(['duplicateId', 'recentlyScreened']);
    await desk.call('projects.change', { id, sendErrors: true });
    expect((await desk.call('cost.get', { id })).leftOut).toEqual([{ reason: 'recentlyScreened', rows: 2 }]);
    await desk.send(id);
    expect(await whyOf(id)).toEqual([
      [2, 'recentlyScreened'],
      [3, 'recentlyScreened'],
    ]);
  });
});

describe('organization rules', () => {
  it('apply to every list: required fields, other severities and rules that are off', async () => {
    const lines = [HEADINGS, people('E')[0]!.replace('Worcester', ''), ...people('E').slice(1)];
    const id = await desk.importList([...lines, people('E')[1]!.replace('E2', 'E9')]);
    const before = await desk.call('check.get', { id });
    expect(before).toMatchObject({ invalid: 0 });
    expect(before.rules.map(({ code }) => code)).toContain('HOUSEHOLD_TWICE');
    const rules = { required: ['city' as const], severities: { HOUSEHOLD_TWICE: 'error' as const, EMAIL_SHARED: 'off' as const } };
    expect(await desk.call('organizationRules.set', rules)).toEqual(rules);
    const after = await desk.call('check.get', { id });
    expect(after).toMatchObject({ invalid: 2 });
    const found = Object.fromEntries(after.rules.map(({ code, severity, rows }) => [code, [severity, rows]]));
    expect(found).toMatchObject({ FIELD_REQUIRED: ['error', 1], HOUSEHOLD_TWICE: ['error', 1] });
    expect(found).not.toHaveProperty('EMAIL_SHARED');
    await desk.restart();
    expect(await desk.call('organizationRules.get', {})).toEqual(rules);
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 3, leftOut: [{ reason: 'invalid', rows: 2 }] });
    await desk.call('organizationRules.set', { required: [], severities: {} });
    expect((await desk.call('check.get', { id })).invalid).toBe(0);
  });
});

describe('find and replace', () => {
  it('shows a preview, makes the change and undoes it', async () => {
    const id = await desk.importList([HEADINGS, ...people('F')]);
    const replacement = { field: 'street', find: ' rd', replace: ' Road', how: 'part', matchCase: false } as const;
    expect(await desk.call('check.replacing', { id, ...replacement })).toEqual({
      rows: 2,
      examples: [
        { row: 3, before: '5 Quarry Rd', after: '5 Quarry Road' },
        { row: 4, before: '77 Old Post Rd', after: '77 Old Post Road' },
      ],
    });
    expect((await desk.call('check.replace', { id, ...replacement })).undo).toBe('the replacement in 2 rows');
    const streets = async () => {
      const { fields, rows } = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
      return rows.map(({ values }) => values[fields.indexOf('street')]);
    };
    expect(await streets()).toEqual(['12 Larkspur Ln', '5 Quarry Road', '77 Old Post Road', '9 Fern Hollow Dr']);
    await desk.restart();
    await desk.call('check.undo', { id });
    expect(await streets()).toEqual(['12 Larkspur Ln', '5 Quarry Rd', '77 Old Post Rd', '9 Fern Hollow Dr']);
    expect((await desk.call('check.redo', { id })).undo).toBe('the replacement in 2 rows');
    expect(
      (await desk.call('check.replacing', { id, field: 'city', find: '', replace: 'Salem', how: 'whole', matchCase: true })).rows,
    ).toBe(0);
  });
});

describe('the readiness of each row', () => {
  it('matches the counts of the check, appears in each row, and works as a filter', async () => {
    const [ready, spouse, incomplete, invalid] = people('R');
    const list = [HEADINGS, ready!, spouse!, incomplete!.replace('77 Old Post Rd', ''), invalid!.replace('9 Fern Hollow Dr', TOO_LONG)];
    const id = await desk.importList([
      ...list,
      ...people('S').slice(0, 2),
      ready!.replace('R1', 'NEVER1').replaceAll('R.example', 'never.example'),
    ]);
    await desk.call('doNotScreen.addPerson', { record: { constituentId: 'NEVER1' } });
    const check = await desk.call('check.leaveOut', { id, rows: [6], leaveOut: true });
    const shown = { ready: 0, fixable: 0, incomplete: 0, invalid: 0 };
    for (const readiness of ['ready', 'fixable', 'incomplete', 'invalid'] as const) {
      const filter = { kind: 'readiness', readiness } as const;
      const { total, rows } = await desk.call('check.page', { id, filter, find: '', offset: 0, limit: 200 });
      expect(rows).toHaveLength(total);
      expect(new Set(rows.map((row) => row.readiness))).toEqual(new Set(total === 0 ? [] : [readiness]));
      shown[readiness] = total;
    }
    expect(shown).toEqual({ ready: check.ready, fixable: check.fixable, incomplete: check.incomplete, invalid: check.invalid });
    expect(shown).toEqual({ ready: 3, fixable: 0, incomplete: 1, invalid: 1 });
    const { rows } = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 200 });
    expect(rows.map(({ readiness, leftOut }) => [readiness, leftOut])).toEqual([
      ['ready', false],
      ['ready', false],
      ['incomplete', false],
      ['invalid', false],
      ['ready', true],
      ['ready', false],
      [null, true],
    ]);
    // All rows that would be refused can be left out in one step.
    const after = await desk.call('check.leaveOut', { id, rows: { kind: 'readiness', readiness: 'invalid' }, leaveOut: true });
    expect(after).toMatchObject({ ready: 3, incomplete: 1, invalid: 0, leftOut: 3 });
    await desk.call('doNotScreen.clear', {});
  });
});
