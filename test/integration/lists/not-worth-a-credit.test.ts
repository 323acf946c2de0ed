/** Rows that name no living person are not paid for, unless the user or the organization says so. */
import { afterEach, describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const call: typeof desk.call = (...asked) => desk.call(...asked);

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email,Deceased';
/** A living person, a dead person, an organization, a test row, and another living person. */
const lines = (prefix: string) => [
  `${prefix}1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,r@${prefix}.example.org,No`,
  `${prefix}2,Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,d@${prefix}.example.org,Yes`,
  `${prefix}3,,Larkspur Holdings LLC,77 Old Post Rd,Boulder,CO,80306,l@${prefix}.example.org,`,
  `${prefix}4,Test,Test,9 Fern Hollow Dr,Portland,OR,97201,t@${prefix}.example.org,`,
  `${prefix}5,Beatrix,Farrow,4 Harbor View,Portland,OR,97201,b@${prefix}.example.org,No`,
];
const imported = (prefix: string) => desk.importList([HEADINGS, ...lines(prefix)]);
const ids = (prefix: string, ...numbers: number[]) => numbers.map((number) => `${prefix}${number}`);
const rule = (code: string, leftOut: boolean) => ({ kind: 'rule', code, field: null, leftOut }) as const;
const charged = async () => (await desk.practice.client.ledger()).projects.at(-1)!.creditsCharged;

const LEFT_OUT = [
  { reason: 'deceased', rows: 1 },
  { reason: 'organization', rows: 1 },
  { reason: 'notAPerson', rows: 1 },
];

it('the deceased, organizations and test rows are left out by default, and the results say why', async () => {
  const id = await imported('A');
  expect(await call('cost.get', { id })).toMatchObject({ rowsInFile: 5, rowsToSend: 2, estimate: 2, saved: 3, leftOut: LEFT_OUT });
  expect(await call('check.get', { id })).toMatchObject({ rows: 5, leftOut: 3, ready: 2 });
  const page = await call('check.page', { id, filter: { kind: 'leftOut' }, find: '', offset: 0, limit: 10 });
  expect(page.rows.map(({ row, leftOut, notSent }) => [row, leftOut, notSent])).toEqual([
    [3, true, null],
    [4, true, null],
    [5, true, null],
  ]);
  await desk.send(id);
  expect(await desk.idsOnService(id)).toEqual(ids('A', 1, 5));
  expect(await charged()).toBe(2);
  const rows = await desk.exportRows(id);
  expect(rows.map((row) => row['Why it was not sent'] ?? '')).toEqual([
    '',
    expect.stringContaining('Marked as deceased'),
    expect.stringContaining('An organization, not a person'),
    expect.stringContaining('Not the name of a person'),
    '',
  ]);
});

it('a kind of row or one row is sent anyway, and each choice can be reverted and undone', async () => {
  const id = await imported('B');
  const toSend = async () => (await call('cost.get', { id })).rowsToSend;
  const labels = async (code: string) => {
    const found = (await call('check.get', { id })).rules.find((one) => one.code === code)!;
    return [found.sendAnyway, found.leaveOut];
  };
  expect(await labels('DECEASED')).toEqual(['Send 1 anyway', null]);
  await call('check.leaveOut', { id, rows: rule('DECEASED', true), leaveOut: false });
  expect([await toSend(), await labels('DECEASED')]).toEqual([3, [null, 'Leave out 1']]);
  await call('check.leaveOut', { id, rows: rule('DECEASED', false), leaveOut: true });
  // Left out again for its own reason, not by the user.
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 2, leftOut: LEFT_OUT });
  await call('check.undo', { id });
  expect(await toSend()).toBe(3);
  await call('check.undo', { id });
  expect(await toSend()).toBe(2);
  await call('check.leaveOut', { id, rows: [4], leaveOut: false });
  expect(await toSend()).toBe(3);
  await desk.send(id);
  expect(await desk.idsOnService(id)).toEqual(ids('B', 1, 3, 5));
});

it.each([
  ['by its mark', 'C', (id: string) => call('check.leaveOut', { id, rows: { kind: 'leftOut' }, leaveOut: false })],
  ['by the setting of the project', 'K', (id: string) => call('projects.change', { id, sendAnyway: true })],
])('a row that is sent anyway %s is also sent in the parts of a long list', async (_, prefix, sendAnyway) => {
  const id = await imported(prefix);
  await sendAnyway(id);
  const settings = { listFormat: 'json', rowBase: 'find' } as const;
  await call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
  await desk.send(id, 3);
  await call('connections.change', { id: desk.connectionId, settings });
  const { projects } = await desk.practice.client.ledger();
  expect(projects.slice(-3).map(({ rowsStored }) => rowsStored)).toEqual([2, 2, 1]);
});

it('a corrected name needs no mark, and the name of a dead spouse leaves no row out', async () => {
  const id = await desk.importList([
    'Constituent ID,First Name,Last Name,Spouse First Name,Spouse Last Name,Address,City,State,ZIP',
    'D1,,Larkspur Holdings LLC,,,5 Quarry Rd,Nashua,NH,03060',
    'D2,Ada,Quayle,Desmond (deceased),Quayle,12 Larkspur Ln,Worcester,MA,01609',
  ]);
  expect((await call('cost.get', { id })).rowsToSend).toBe(1);
  await call('check.editCells', {
    id,
    cells: [
      { row: 2, field: 'primaryFirst', value: 'Lark' },
      { row: 2, field: 'primaryLast', value: 'Holding' },
    ],
  });
  expect((await call('cost.get', { id })).rowsToSend).toBe(2);
});

it('leaving out organizations does not leave out a person with an organization in place of the spouse', async () => {
  const id = await desk.importList([
    'Constituent ID,First Name,Last Name,Spouse First Name,Spouse Last Name,Address,City,State,ZIP',
    'J1,,Larkspur Holdings LLC,,,5 Quarry Rd,Nashua,NH,03060',
    'J2,Ada,Quayle,Ines,Larkspur Holdings LLC,12 Larkspur Ln,Worcester,MA,01609',
  ]);
  const found = async () => (await call('check.get', { id })).rules.find(({ code }) => code === 'ORGANIZATION');
  expect(await found()).toMatchObject({ rows: 1, leftOut: 1, leaveOut: null, sendAnyway: 'Send 1 anyway' });
  for (const [leaveOut, rowsToSend] of [
    [false, 2],
    [true, 1],
  ] as const) {
    await call('check.leaveOut', { id, rows: rule('ORGANIZATION', !leaveOut), leaveOut });
    expect((await call('cost.get', { id })).rowsToSend).toBe(rowsToSend);
  }
  await call('check.leaveOut', { id, rows: rule('ORGANIZATION', true), leaveOut: false });
  expect(await found()).toMatchObject({ leaveOut: 'Leave out 1', sendAnyway: null });
});

it('the setting of a project sends all of them, and is part of the check', async () => {
  const id = await imported('E');
  await call('projects.change', { id, sendAnyway: true });
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 5, leftOut: [] });
  expect(await call('check.get', { id })).toMatchObject({ leftOut: 0 });
  await call('check.leaveOut', { id, rows: [3], leaveOut: true });
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 4, leftOut: [{ reason: 'leftOutByHand', rows: 1 }] });
  await call('projects.change', { id, sendAnyway: false });
  expect((await call('cost.get', { id })).rowsToSend).toBe(2);
});

describe('with an organization rule', () => {
  afterEach(async () => {
    const rules = await call('organizationRules.get', {});
    await call('organizationRules.set', { ...rules, severities: {} });
  });
  it.each(['note', 'off'] as const)('organizations are sent if the rule is %s', async (severity) => {
    const rules = await call('organizationRules.get', {});
    await call('organizationRules.set', { ...rules, severities: { ORGANIZATION: severity } });
    const id = await imported(severity === 'note' ? 'F' : 'G');
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 3, leftOut: [LEFT_OUT[0], LEFT_OUT[2]] });
  });
});

it('a refused row that was sent anyway is sent again with the other refused rows', async () => {
  const id = await desk.importList([
    HEADINGS,
    ...lines('L').map((line) => line.replace(/[a-z]@L\.example\.org/, 'nobody@example.invalid')),
  ]);
  await call('check.leaveOut', { id, rows: rule('DECEASED', true), leaveOut: false });
  await desk.send(id);
  const retry = await call('projects.fixRefused', { id });
  await desk.idle();
  expect(await call('check.get', { id: retry.id })).toMatchObject({ rows: 3, leftOut: 0 });
});

it('a project that is adopted without its file has the results of all its rows', async () => {
  const remoteId = await desk.practice.client.screen('Everyone', [
    { constituentId: 'M1', primaryFirst: 'Rosalind', primaryLast: 'Quayle' },
    { constituentId: 'M2', primaryFirst: 'Test', primaryLast: 'Test' },
    { constituentId: 'M3', primaryLast: 'Larkspur Holdings LLC' },
  ]);
  const { id } = await call('projects.adopt', { connectionId: desk.connectionId, remoteId, file: null });
  const { counts, leftOut } = await call('results.get', { id });
  expect([counts.submitted, counts.scored + counts.refused, counts.unmatched, leftOut]).toEqual([3, 3, 0, 0]);
  const outcomes = (await desk.exportRows(id)).map((row) => row['Screening outcome']);
  expect(outcomes.filter((outcome) => outcome !== 'Left out')).toHaveLength(3);
  expect((await call('check.get', { id })).leftOut).toBe(0);
});

it.each([
  ['all rows', 'H', true, 5],
  ['only living people', 'I', false, 2],
])('an adopted project that was sent with %s has every result', async (_, prefix, sendAnyway, rows) => {
  const id = await imported(prefix);
  await call('projects.change', { id, sendAnyway });
  await desk.send(id);
  const { remoteId } = (await call('projects.get', { id })).state as { remoteId?: string };
  const file = await desk.file(`${prefix}.csv`, [HEADINGS, ...lines(prefix)]);
  await call('projects.remove', { id, loseResults: true });
  const { id: adopted } = await call('projects.adopt', { connectionId: desk.connectionId, remoteId: remoteId!, file });
  expect((await call('results.get', { id: adopted })).counts).toEqual({
    submitted: rows,
    scored: rows,
    refused: 0,
    unknown: 0,
    unmatched: 0,
  });
});

describe('a row with a business and no person', () => {
  const list = (prefix: string) => [
    'Constituent ID,First Name,Last Name,Employer,Spouse First Name,Address,City,State,ZIP',
    `${prefix}1,Ada,Quayle,Larkspur Bakery,,12 Larkspur Ln,Worcester,MA,01609`,
    `${prefix}2,,,Larkspur Bakery,,5 Quarry Rd,Nashua,NH,03060`,
    `${prefix}3,,,Ostrel and Vane,,77 Old Post Rd,Boulder,CO,80306`,
    `${prefix}4,,,Ostrel and Vane,Otto,9 Fern Hollow Dr,Portland,OR,97201`,
  ];
  const organizations = [{ reason: 'organization', rows: 2 }];

  it('is an organization: it lacks no last name, is left out by default, and costs nothing', async () => {
    const id = await desk.importList(list('S'));
    expect(await call('cost.get', { id })).toMatchObject({ rowsInFile: 4, rowsToSend: 2, estimate: 2, leftOut: organizations });
    const { rows } = await call('check.page', { id, filter: { kind: 'leftOut' }, find: '', offset: 0, limit: 10 });
    expect(rows.map(({ row, issues }) => [row, issues.map(({ code, field }) => `${code} ${field}`)])).toEqual([
      [3, ['ORGANIZATION businessName']],
      [4, ['ORGANIZATION businessName']],
    ]);
    await desk.send(id);
    // The practice service refuses a spouse without a person.
    expect(await desk.idsOnService(id)).toEqual(ids('S', 1));
    expect(await charged()).toBe(1);
    expect((await desk.exportRows(id)).map((row) => row['Why it was not sent'] ?? '').slice(0, 3)).toEqual([
      '',
      expect.stringContaining('An organization, not a person'),
      expect.stringContaining('An organization, not a person'),
    ]);
  });

  it('is sent anyway if the user says so, and is a person once a name is typed', async () => {
    const id = await desk.importList(list('T'));
    await call('check.leaveOut', { id, rows: [3], leaveOut: false });
    await call('check.edit', { id, row: 4, field: 'primaryLast', value: 'Vane' });
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 4, leftOut: [] });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(ids('T', 1, 3));
  });

  it('is kept if no column has names and the business can be an employer', async () => {
    const id = await desk.importList([
      'Constituent ID,Employer,Address,City,State,ZIP',
      'U1,Larkspur Bakery LLC,5 Quarry Rd,Nashua,NH,03060',
      'U2,Ostrel,77 Old Post Rd,Boulder,CO,80306',
    ]);
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'organization', rows: 1 }] });
  });
});

it('a column of codes leaves out the dead as well as those who object to a screening', async () => {
  const id = await desk.importList([
    'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Record Codes',
    'K1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,Active',
    'K2,Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,Deceased',
    'K3,Beatrix,Farrow,4 Harbor View,Portland,OR,97201,Do Not Mail; Do Not Screen',
    'K4,Ansel,Broderick,9 Fern Hollow Dr,Portland,OR,97201,Do Not Mail; Deceased',
    'K5,Lenora,Drape,2 Fern Hollow Dr,Portland,OR,97201,"Do Not Mail; Husband Al, deceased"',
  ]);
  await desk.send(id);
  expect(await desk.idsOnService(id)).toEqual(ids('K', 1, 5));
});

it('rows of examples below the headings are nobody', async () => {
  const id = await desk.importList([
    'First Name,Last Name,Email,ZIP',
    'required,required,optional,5 digits',
    'e.g. Jane,e.g. Doe,jane@example.com,12345',
    'Rosalind,Quayle,r@example.org,01609',
  ]);
  expect(await call('check.get', { id })).toMatchObject({ rows: 1 });
});
