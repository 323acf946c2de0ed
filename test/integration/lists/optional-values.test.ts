/** Amounts, counts, dates and IDs as offices write them: nobody is left out for an optional value, and nothing doubtful is sent unseen. */
import { describe, expect, it } from 'vitest';
import type { RuleCode } from '../../../shared/rules/codes.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const FIRST = ['Ilse', 'Anton', 'Maren', 'Pavel', 'Quinn', 'Sorin', 'Thea', 'Ulric'];
const LAST = ['Hallgren', 'Pevensey', 'Dunmore', 'Castelan', 'Ferriter', 'Oakhurst', 'Wendover', 'Lindqvist'];
const COLUMNS = 'First Name,Last Name,Street,City,State,ZIP';
const person = (at: number) => `${FIRST[at]!},${LAST[at]!},${at + 3} Birch Rd,Barre,VT,05641`;
const quoted = (value: string) => `"${value}"`;

const desk = await setupTestDesk();

/** A list with one more column; the values are those of one person each. */
const importColumn = (heading: string, values: readonly string[]) =>
  desk.importList([`ID,${COLUMNS},${heading}`, ...values.map((value, at) => `${heading.length}${at},${person(at)},${quoted(value)}`)]);

async function recordsOf(id: string, rows: number): Promise<Record<string, unknown>[]> {
  const { records } = await desk.call('cost.sample', { id, limit: rows });
  return records.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
}

/** The sent values of a field, as numbers and texts; undefined for a value that is withheld. */
const sentValues = async (id: string, field: string, rows: number) => (await recordsOf(id, rows)).map((record) => record[field]);

const rowsWith = async (id: string, code: RuleCode) =>
  (await desk.call('check.get', { id })).rules.find((rule) => rule.code === code)?.rows ?? 0;

const countsOf = async (id: string) => {
  const { ready, incomplete, invalid } = await desk.call('check.get', { id });
  return { ready, incomplete, invalid };
};

async function fixAll(id: string, code: RuleCode, reading?: number): Promise<void> {
  await desk.call('check.fix', { id, code, field: null, ...(reading !== undefined && { reading }) });
}

describe('one odd amount', () => {
  it.each([
    ['Last Gift Amount', 'rfmMostRecentGiftValue', ['$2,400', '$7,000', '$31,75'], [2400, 7000, undefined], 31.75],
    ['Total Giving', 'rfmTotalGiftValue', ['60,000', '4,500', '3,4500'], [60_000, 4500, undefined], 3.45],
    ['Largest Gift Amount', 'rfmLargestGiftValue', ['1.250,50', '2.000', '18.75'], [1250.5, 2000, undefined], 18.75],
    ['First Gift Amount', 'rfmFirstGiftValue', ['1,250.50', '2,000', '3.000'], [1250.5, 2000, undefined], 3],
  ] as const)('in %s changes no other amount, is not ready, and both readings are offered', async (heading, field, values, sent, fixed) => {
    const id = await importColumn(heading, values);
    expect(await sentValues(id, field, 3)).toEqual(sent);
    expect(await countsOf(id)).toEqual({ ready: 2, incomplete: 1, invalid: 0 });
    const { remark } = (await desk.call('columns.get', { id })).suggestions[7]!;
    expect(remark).toMatch(/^\S+ can be [\d.,]+ or [\d.,]+$/);
    await fixAll(id, 'AMOUNT_UNCLEAR');
    expect(await sentValues(id, field, 3)).toEqual([sent[0], sent[1], fixed]);
    expect(await countsOf(id)).toEqual({ ready: 3, incomplete: 0, invalid: 0 });
  });

  it('is read with the sign that the user chooses for all, as far as it fits', async () => {
    const id = await importColumn('Total Giving', ['12,50', '7,25', '1.500', '3.50', '2.25']);
    expect(await rowsWith(id, 'AMOUNT_UNCLEAR')).toBe(3);
    await fixAll(id, 'AMOUNT_UNCLEAR', 0);
    expect(await sentValues(id, 'rfmTotalGiftValue', 5)).toEqual([12.5, 7.25, 1500, 3.5, 2.25]);
    expect(await rowsWith(id, 'AMOUNT_UNCLEAR')).toBe(0);
    await desk.call('check.undo', { id });
    await fixAll(id, 'AMOUNT_UNCLEAR', 1);
    expect(await sentValues(id, 'rfmTotalGiftValue', 5)).toEqual([undefined, undefined, 1.5, 3.5, 2.25]);
  });

  it('outside the rows from which the columns are suggested is not read in silence', async () => {
    const values = Array.from({ length: 1500 }, (_, at) => (at === 1400 ? '1.500' : at === 1401 ? '12,50' : String(at)));
    const rows = values.map((value, at) => `B${at},Ilse,Hallgren,${at} Birch Rd,Barre,VT,05641,"${value}"`);
    const id = await desk.importList([`ID,${COLUMNS},Total Giving`, ...rows]);
    expect(await rowsWith(id, 'AMOUNT_UNCLEAR')).toBe(2);
  });
});

describe('dates that allow two orders', () => {
  it.each([
    [0, ['2018-04-01', '2019-08-01', '2022-10-01', '2020-01-14']],
    [1, ['2018-01-04', '2019-01-08', '2022-01-10', '2020-01-14']],
  ])('are read in the order that the user chooses for all of them', async (reading, sent) => {
    const id = await importColumn('Last Gift Date', ['4/1/2018', '8/1/2019', '10/1/2022', '14/1/2020']);
    await fixAll(id, 'DATE_AMBIGUOUS', reading);
    expect(await sentValues(id, 'rfmMostRecentGiftDate', 4)).toEqual(sent);
    expect(await countsOf(id)).toEqual({ ready: 4, incomplete: 0, invalid: 0 });
    await desk.call('check.undo', { id });
    expect(await rowsWith(id, 'DATE_AMBIGUOUS')).toBe(3);
  });

  it('are asked about when one impossible month is all that shows an order', async () => {
    const id = await importColumn('Last Gift Date', ['4/1/2018', '8/1/2019', '10/1/2022', '14/1/2020']);
    const { plan, suggestions } = await desk.call('columns.get', { id });
    expect(plan.columns[7]).toMatchObject({ dateOrder: null, settled: false });
    expect(suggestions[7]!.remark).toBe('3 dates can be read both ways, 1 only day first');
    expect(await countsOf(id)).toEqual({ ready: 1, incomplete: 3, invalid: 0 });
    expect(await rowsWith(id, 'DATE_AMBIGUOUS')).toBe(3);
    const columns = plan.columns.map((one) => (one.column === 7 ? { ...one, dateOrder: 'mdy' as const, settled: true } : one));
    await desk.call('columns.change', { id, plan: { ...plan, columns } });
    expect(await countsOf(id)).toEqual({ ready: 4, incomplete: 0, invalid: 0 });
    expect(await sentValues(id, 'rfmMostRecentGiftDate', 4)).toEqual(['2018-04-01', '2019-08-01', '2022-10-01', '2020-01-14']);
  });
});

describe('a cell without a date', () => {
  it.each([
    ['zeros', ['00/00/0000', '0000-00-00', '0', '0/0/00'], 'PLACEHOLDER_REMOVED'],
    ['the zero day of a program', ['1/0/1900', '12/30/1899', '1900-01-01', '0001-01-01T00:00:00'], 'PLACEHOLDER_REMOVED'],
    ['words', ['N/A', 'unknown', 'never', 'No gifts'], 'PLACEHOLDER_REMOVED'],
    ['a date without a day', ['May 2019', '2019', '03/2019', 'FY 2019'], 'DATE_PARTIAL'],
  ] as const)('%s: the person is sent, and no date', async (_, values, code) => {
    const id = await importColumn('Last Gift Date', ['3/14/2021', '3/15/2021', '3/16/2021', '3/17/2021', ...values]);
    expect(await countsOf(id)).toEqual({ ready: 8, incomplete: 0, invalid: 0 });
    expect((await sentValues(id, 'rfmMostRecentGiftDate', 8)).slice(4)).toEqual([undefined, undefined, undefined, undefined]);
    expect(await rowsWith(id, code)).toBe(4);
  });
});

it('unreadable and impossible values are withheld and counted, everybody is charged, and the export has the values of the sheet', async () => {
  const headings = ['First Gift Date', 'Last Gift Date', 'Total Giving', 'Number of Gifts'];
  const rows = [
    ['5/20/2019', '5/21/2019', '500', '3'],
    ['last spring', '5/22/2019', '500', '3'],
    ['5/20/2019', '2/30/2020', '500', '3'],
    ['5/20/2019', '5/23/2062', '500', '3'],
    ['5/20/2019', '5/24/2019', 'a lot', '3'],
    ['5/20/2019', '5/25/2019', '-500', '3'],
    ['5/20/2019', '5/26/2019', '603555010199', '2.5'],
    ['5/20/2019', '5/27/2019', '500', '-3'],
  ];
  const id = await desk.importList([
    `ID,${COLUMNS},${headings.join(',')}`,
    ...rows.map((cells, at) => `W${at},${person(at)},${cells.join(',')}`),
  ]);
  expect(await countsOf(id)).toMatchObject({ invalid: 0 });
  const codes = ['DATE_UNREADABLE', 'DATE_IMPOSSIBLE', 'DATE_FUTURE', 'AMOUNT_UNREADABLE', 'AMOUNT_NEGATIVE', 'NUMBER_TOO_LARGE', 'COUNT_UNREADABLE', 'COUNT_NEGATIVE'] as const; // prettier-ignore
  for (const code of codes) expect([code, await rowsWith(id, code)]).toEqual([code, 1]);
  const records = await recordsOf(id, 8);
  const fields = ['rfmFirstGiftDate', 'rfmMostRecentGiftDate', 'rfmTotalGiftValue', 'rfmTotalGiftCount'];
  expect(records.map((record) => fields.map((field) => (field in record ? 'x' : '-')).join(''))).toEqual(['xxxx', '-xxx', 'x-xx', 'x-xx', 'xx-x', 'xx-x', 'xx--', 'xxx-']); // prettier-ignore
  const before = await desk.charged();
  await desk.send(id);
  expect((await desk.charged()) - before).toBe(8);
  expect(await desk.idsOnService(id)).toEqual(['W0', 'W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7']);
  const exported = await desk.exportRows(id);
  expect(exported[1]).toMatchObject({ 'First Gift Date': 'last spring' });
  expect(exported[3]).toMatchObject({ 'Last Gift Date': '5/23/2062' });
  expect(exported[5]).toMatchObject({ 'Total Giving': '-500' });
});

it('rules of the organization can leave such rows out', async () => {
  await desk.call('organizationRules.set', { required: [], severities: { DATE_FUTURE: 'error' } });
  const id = await importColumn('Last Gift Date', ['5/21/2019', '5/23/2062', '5/24/2019']);
  expect(await countsOf(id)).toEqual({ ready: 2, incomplete: 0, invalid: 1 });
  await desk.call('organizationRules.set', { required: [], severities: {} });
});

describe('IDs', () => {
  const importIds = (ids: readonly string[]) =>
    desk.importList([`Constituent ID,${COLUMNS}`, ...ids.map((one, at) => `${one},${person(at)}`)]);

  it.each([
    ['that look like dates', ['06-04-1188', '08-12-2207', '11-09-0615', '01-02-2011']],
    ['that look like days', ['2011-05-03', '2012-07-11', '2013-12-08', '2014-01-02']],
    ['with a part behind a point', ['1001.0', '1001.1', '1002.0', '1002.2']],
    ['that look like powers', ['12E5', '1E10', '7E3', '3E22']],
    ['with leading zeros', ['000123', '000045', '000678', '000009']],
    ['with many digits', ['1234567890123456', '1234567890123457', '1234567890123458', '1234567890123459']],
  ])('%s are sent as they are written', async (_, ids) => {
    const id = await importIds(ids);
    expect(await sentValues(id, 'constituentId', 4)).toEqual(ids);
  });

  it.each([
    [
      ['700000001.0', '700000002.0', '700000003.0', '12.0'],
      ['700000001', '700000002', '700000003', '12'],
    ],
    [
      ['1.00000123E+8', '1.00000124E+8', '1.00000125E+8', '55'],
      ['100000123', '100000124', '100000125', '55'],
    ],
  ])('%j went through a float and come back whole', async (ids, whole) => {
    const id = await importIds(ids);
    expect(await sentValues(id, 'constituentId', 4)).toEqual(whole);
    expect(await rowsWith(id, 'ID_RESTORED')).toBeGreaterThan(2);
  });

  it.each([
    [['71234567890123400', '71234567890123400', '98765432109876500', '4000']],
    [['2.23457E+15', '2.23457E+15', '8.87654E+16', '4000']],
  ])('%j lost digits: Check says so, nobody is called a duplicate, and everybody is sent', async (ids) => {
    const id = await importIds(ids);
    expect([await rowsWith(id, 'ID_SCIENTIFIC'), await rowsWith(id, 'ID_DUPLICATE')]).toEqual([3, 0]);
    expect((await desk.call('columns.get', { id })).suggestions[0]!.remark).toMatch(/^A spreadsheet cut the last digits/);
    const sent = await sentValues(id, 'constituentId', 4);
    expect(new Set(sent).size).toBe(4);
    expect(sent.filter((one) => ids.includes(String(one)))).toEqual(['4000']);
  });
});

it('a row of a person who has died is sent for the living spouse in one step, which one undo takes back', async () => {
  const id = await desk.importList([
    'ID,First,Last,Spouse First,Spouse Last,Street,City,State,ZIP,Deceased',
    'P1,Desmond,Okafor,Harriet,,5 Quarry Rd,Nashua,NH,03060,Yes',
  ]);
  expect((await desk.call('cost.get', { id })).rowsToSend).toBe(0);
  const texts = { primaryFirst: 'Harriet', primaryLast: 'Okafor', spouseFirst: '' } as const;
  const cells = Object.entries(texts).map(([field, value]) => ({ row: 2, field: field as keyof typeof texts, value }));
  await desk.call('check.editCells', { id, cells, anyway: true });
  expect((await desk.call('cost.get', { id })).rowsToSend).toBe(1);
  const [sent] = await recordsOf(id, 1);
  expect(sent).toMatchObject({ primaryFirst: 'Harriet', primaryLast: 'Okafor' });
  expect(sent).not.toHaveProperty('spouseFirst');
  await desk.call('check.undo', { id });
  expect((await desk.call('cost.get', { id })).rowsToSend).toBe(0);
  await desk.call('check.redo', { id });
  expect((await desk.call('cost.get', { id })).rowsToSend).toBe(1);
});
