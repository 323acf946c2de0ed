/** What the cost reports about rows with issues, and the first records as they are sent. */
import { describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const HEADINGS = 'Donor No,First Name,Last Name,Address,City,State,Home ZIP,Email';

/** A street that makes its row an error. */
const TOO_LONG = `77 ${'Old Post Rd '.repeat(25)}`;

const desk = await setupTestDesk();

describe('the issues of a cost', () => {
  it('count the warnings of the rows that are sent, and the errors of those that are not', async () => {
    const id = await desk.importList([
      HEADINGS,
      'I1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,016,rosalind@example.org',
      'I2,Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,test@test.com',
      `I3,Tobias,Whitlock,${TOO_LONG},Worcester,MA,016,`,
      'I4,Beatrix,Farrow,9 Fern Hollow Dr,Portland,OR,97201,beatrix@example.org',
      'I5,Ottilie,Brandt,4 Alder St,Worcester,MA,016,ottilie@example.org',
    ]);
    const zip = { code: 'ZIP_THREE_DIGITS', title: 'ZIP has 3 digits', rows: 2 };
    const madeUp = { code: 'EMAIL_MADE_UP', title: 'Email looks made up', rows: 1 };
    const street = { code: 'TOO_LONG', title: 'Longer than 255 characters', rows: 1 };
    const risks = (incomplete: number, other: number) => ({
      risks: { fixable: [], incomplete, other },
      repeated: 0,
      sentAnyway: [],
      reasons: [],
    });
    expect(await desk.call('cost.issues', { id })).toEqual({ ...risks(2, 1), warned: 3, warnings: [zip, madeUp], errors: [street] });
    await desk.call('projects.change', { id, sendErrors: true });
    expect(await desk.call('cost.issues', { id })).toEqual({
      ...risks(2, 2),
      warned: 4,
      warnings: [{ ...zip, rows: 3 }, madeUp],
      errors: [],
    });
    await desk.call('check.leaveOut', { id, rows: [2, 4], leaveOut: true });
    expect(await desk.call('cost.issues', { id })).toEqual({
      ...risks(1, 1),
      warned: 2,
      warnings: [{ ...zip, rows: 1 }, madeUp],
      errors: [],
    });
  });
});

describe('what the warnings of a cost put at risk', () => {
  it('adds up to the rows with warnings, each under its most frequent fix, and leaves out rows that are not sent', async () => {
    const person = (id: string, first: string, last: string, zip = '01609', email = '') =>
      `${id},${first},${last},${id.length + Number(id.slice(1))} Alder St,Worcester,MA,${zip},${email}`;
    const id = await desk.importList([
      HEADINGS,
      person('R1', 'Percy & Harriet', 'Brandt'),
      person('R2', 'Ines and Hugo', 'Quayle'),
      person('R3', 'Ottilie', 'Okafor', '016'),
      person('R4', 'Ottilie', 'Farrow', '01609', 'test@test.com'),
      person('R5', 'Ottilie', 'Tanabe'),
      person('R6', 'Mary & Joe', 'Whitlock'),
    ]);
    const couples = (rows: number) => ({ code: 'TWO_PEOPLE', title: 'Two people in one name', rows });
    expect(await desk.call('cost.issues', { id })).toMatchObject({ warned: 5, risks: { fixable: [couples(3)], incomplete: 1, other: 1 } });
    await desk.call('check.leaveOut', { id, rows: [7], leaveOut: true });
    expect(await desk.call('cost.issues', { id })).toMatchObject({ warned: 4, risks: { fixable: [couples(2)], incomplete: 1, other: 1 } });
    await desk.call('check.fix', { id, code: 'TWO_PEOPLE', field: null });
    expect(await desk.call('cost.issues', { id })).toMatchObject({ warned: 2, risks: { fixable: [], incomplete: 1, other: 1 } });
  });
});

describe('the repeats of a cost', () => {
  it('are the rows to send with the email or the household of another row, each once', async () => {
    const row = (id: string, first: string, last: string, street: string, email: string) =>
      `${id},${first},${last},${street},Worcester,MA,01609,${email}`;
    const id = await desk.importList([
      HEADINGS,
      row('S1', 'Rosalind', 'Quayle', '12 Larkspur Ln', 'rosalind@example.org'),
      row('S2', 'Rosalind', 'Quayle', '12 Larkspur Ln', 'rosalind@example.org'),
      row('S3', 'Rosalinda', 'Quayle', '12 Larkspur Lane', 'r.quayle@example.org'),
      row('S4', 'Rosalind', 'Brandt', '4 Alder St', 'rosalind@example.org'),
      row('S5', 'Tobias', 'Farrow', '9 Fern Hollow Dr', 'tobias@example.org'),
    ]);
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 5, leftOut: [] });
    expect(await desk.call('cost.issues', { id })).toMatchObject({ repeated: 3 });
    await desk.call('check.leaveOut', { id, rows: [3], leaveOut: true });
    expect(await desk.call('cost.issues', { id })).toMatchObject({ repeated: 2 });
    await desk.call('check.leaveOut', { id, rows: [4, 5], leaveOut: true });
    expect(await desk.call('cost.issues', { id })).toMatchObject({ repeated: 0 });
  });
});

describe('the first records', () => {
  it('include their rows, the headings of their columns and their warnings', async () => {
    const id = await desk.importList([
      HEADINGS,
      'J1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,016,',
      `J2,Desmond,Okafor,${TOO_LONG},Nashua,NH,03060,`,
      'J3,Tobias,Whitlock,77 Old Post Rd,Boulder,CO,80306,tobias@example.org',
    ]);
    const { format, fields, records } = await desk.call('cost.sample', { id, limit: 20 });
    expect(format).toBe('json');
    expect(fields).toContainEqual({ field: 'postalCode', headings: ['Home ZIP'] });
    expect(records.map(({ row }) => row)).toEqual([2, 4]);
    expect(records[0]?.issues).toEqual([{ field: 'postalCode', code: 'ZIP_THREE_DIGITS', title: 'ZIP has 3 digits' }]);
    expect(records[0]?.values.map(({ field }) => field)).not.toContain('personalEmail');
    for (const { text, values } of records)
      expect(JSON.parse(text)).toEqual(Object.fromEntries(values.map(({ field, value }) => [field, value])));
  });

  it('are lines of CSV if the connection sends CSV', async () => {
    const id = await desk.importList([HEADINGS, 'K1,Rosalind,Quayle,"12 Larkspur Ln, rear",Worcester,MA,01609,']);
    const { connection } = await desk.call('projects.get', { id });
    await desk.call('connections.change', { id: connection.id, settings: { listFormat: 'csv', rowBase: 'find' } });
    const { format, head, records } = await desk.call('cost.sample', { id, limit: 20 });
    expect(format).toBe('csv');
    expect(head).toMatch(/^constituentId,primaryFirst,/);
    expect(records[0]?.text).toMatch(/^K1,Rosalind,.*"12 Larkspur Ln, rear"/);
  });
});
