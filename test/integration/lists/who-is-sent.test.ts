/** Who reaches the service and who never does: the deceased, people screened before, organization rules, find and replace. */
import { describe, expect, it } from 'vitest';
import { HEADINGS, ids, people } from '../../kit/four-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

/** A street that makes its row an error. */
const TOO_LONG = `4 ${'Harbor View '.repeat(25)}`;

const desk = await setupTestDesk();

describe('a person marked as deceased in a column', () => {
  it('gets a warning, and is left out', async () => {
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

  it('gets no warning if the column has no meaning', async () => {
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

  it('gets an error and never reaches the service, even if rows with errors are sent', async () => {
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
    // If organization rules turn off the rule, the people are still not charged twice.
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

  it('is left out if the same list is sent again, and the message explains why', async () => {
    const id = await desk.importList([HEADINGS, ...people('C').slice(0, 1)]);
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(0);
    const sent = desk.call('project.send', { id, rows: 1, connectionId: desk.connectionId });
    await expect(sent).rejects.toMatchObject({ code: 'SENT_BEFORE' });
  });

  it('is no longer left out after the project is removed', async () => {
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
