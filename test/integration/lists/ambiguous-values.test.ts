/** Values that only the user can interpret, and values with one obvious form: what Columns asks, and what the service receives. */
import { describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP';
const PEOPLE = [
  'Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609',
  'Desmond,Okafor,5 Quarry Rd,Nashua,MA,01610',
  'Tobias,Whitlock,77 Old Post Rd,Boulder,MA,01611',
  'Beatrix,Farrow,9 Fern Hollow Dr,Portland,MA,01612',
];
const lines = (prefix: string, heading: string, values: readonly string[]) => [
  `${HEADINGS},${heading}`,
  ...values.map((value, at) => `${prefix}${at + 1},${PEOPLE[at % PEOPLE.length]!},${value}`),
];

const desk = await setupTestDesk();

describe('an unclear value in a deceased column', () => {
  const importList = async (prefix: string) => await desk.importList(lines(prefix, 'Deceased', ['No', 'Yes', 'gone 2019', 'No']));
  const columnOf = async (id: string) => {
    const { plan, suggestions } = await desk.call('columns.get', { id });
    return { plan, suggestion: suggestions[7]!, own: plan.columns[7]! };
  };
  const deadRows = async (id: string) => (await desk.call('check.get', { id })).rules.find(({ code }) => code === 'DECEASED')?.leftOut ?? 0;

  it('makes Columns ask, because most values are yes or no', async () => {
    const { own, suggestion } = await columnOf(await importList('A'));
    expect(own).toMatchObject({ to: { kind: 'none', tells: 'deceased' }, settled: false });
    expect(suggestion).toMatchObject({
      certainty: 'likely',
      unclear: [{ value: 'gone 2019', rows: 1 }],
      remark: '“gone 2019” in 1 row: treat as deceased?',
    });
  });

  it('marks its rows as deceased after the user confirms it, and left-out rows do not reach the service', async () => {
    const id = await importList('B');
    expect(await deadRows(id)).toBe(1);
    const { plan, own } = await columnOf(id);
    const to = { kind: 'none', tells: 'deceased', yesValues: ['Gone  2019'] } as const;
    await desk.call('columns.change', {
      id,
      plan: {
        ...plan,
        columns: plan.columns.map((one) => (one === own ? { ...own, to: { ...to, yesValues: [...to.yesValues] }, settled: true } : one)),
      },
    });
    expect(await deadRows(id)).toBe(2);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['B1', 'B4']);
  });

  it('is not saved in a template, which contains no cell values', async () => {
    const id = await importList('C');
    const { plan, own } = await columnOf(id);
    const to = { kind: 'none' as const, tells: 'deceased' as const, yesValues: ['gone 2019'], noValues: ['lost contact in 2019'] };
    await desk.call('columns.change', { id, plan: { ...plan, columns: plan.columns.map((one) => (one === own ? { ...own, to } : one)) } });
    const { id: saved } = await desk.call('templates.save', { id, name: 'Ours', replace: false });
    expect(JSON.stringify(await desk.call('templates.get', { id: saved }))).not.toMatch(/gone|lost contact/);
  });

  it('appears in Check if it is outside the rows that Columns reads, until the user states its meaning', async () => {
    const values = Array.from({ length: 300 }, (_, at) => ({ 7: 'lost contact', 250: 'gone 2019' })[at] ?? 'No');
    const id = await desk.importList(lines('E', 'Deceased', values));
    const { plan, own, suggestion } = await columnOf(id);
    expect(suggestion).toMatchObject({
      unclear: [{ value: 'lost contact', rows: 1 }],
      remark: '“lost contact” in 1 row of the first 200: treat as deceased?',
    });
    const filter = { kind: 'rule', code: 'DEATH_UNCLEAR', field: 'primaryLast' } as const;
    const unclearRows = async () =>
      (await desk.call('check.page', { id, filter, find: '', offset: 0, limit: 10 })).rows.map(({ row }) => row);
    expect(await unclearRows()).toEqual([9, 252]);
    const to = { kind: 'none' as const, tells: 'deceased' as const, everyValue: true, noValues: ['lost contact'] };
    await desk.call('columns.change', {
      id,
      plan: { ...plan, columns: plan.columns.map((one) => (one === own ? { ...own, to, settled: true } : one)) },
    });
    expect(await unclearRows()).toEqual([252]);
  });

  it('does not make Columns ask in a column about the cause of death', async () => {
    const id = await desk.importList(lines('D', 'Cause of death', ['heart', 'stroke', 'No', 'accident']));
    expect((await columnOf(id)).own.to).toEqual({ kind: 'none' });
  });
});

describe('a date column with both the month and the day first', () => {
  const MIXED = ['12/25/2019', '25/12/2019', '03/04/2020', '05/06/2021'];
  const dated = async (prefix: string) => await desk.importList(lines(prefix, 'Last Gift Date', MIXED));

  it('makes Columns ask, with the counts, even if the addresses are American', async () => {
    const { plan, suggestions } = await desk.call('columns.get', { id: await dated('E') });
    expect(plan.columns[7]).toMatchObject({ to: { kind: 'field', field: 'rfmMostRecentGiftDate' }, dateOrder: null, settled: false });
    expect(suggestions[7]).toMatchObject({
      certainty: 'likely',
      remark: '1 month first, 1 day first, 2 either way',
      eitherWay: ['03/04/2020', '05/06/2021'],
    });
  });

  it.each([
    ['mdy', '2020-03-04', '2021-05-06'],
    ['dmy', '2020-04-03', '2021-06-05'],
  ] as const)('sends ambiguous dates in the order %s, and the others in their only possible order', async (dateOrder, third, fourth) => {
    const id = await dated(dateOrder);
    const { plan } = await desk.call('columns.get', { id });
    const columns = plan.columns.map((one) => (one.column === 7 ? { ...one, dateOrder, settled: true } : one));
    await desk.call('columns.change', { id, plan: { ...plan, columns } });
    const { records } = await desk.call('cost.sample', { id, limit: 4 });
    expect(
      records.map((record) => JSON.parse(record.text) as { rfmMostRecentGiftDate: string }).map((one) => one.rfmMostRecentGiftDate),
    ).toEqual(['2019-12-25', '2019-12-25', third, fourth]);
  });
});

it('recognizes the state column of a list with one state, and sends names in normal case', async () => {
  const id = await desk.importList([
    HEADINGS,
    'N1,ROSALIND,MCDONALD,12 Larkspur Ln,Worcester,MA,01609',
    'N2,desmond,okafor,5 Quarry Rd,Nashua,MA,01610',
    'N3,beth,TANABE,7 Old Post Rd,Boulder,MA,01611',
    'N4,tobias,WHITLOCK,9 Fern Hollow Dr,Portland,MA,01612',
  ]);
  const { plan } = await desk.call('columns.get', { id });
  expect(plan.columns[5]!.to).toEqual({ kind: 'field', field: 'state' });
  const { records } = await desk.call('cost.sample', { id, limit: 4 });
  expect(
    records
      .map((record) => JSON.parse(record.text) as Record<string, string>)
      .map((one) => [one['primaryFirst'], one['primaryLast'], one['state']]),
  ).toEqual([
    ['Rosalind', 'McDonald', 'MA'],
    ['Desmond', 'Okafor', 'MA'],
    ['Beth', 'Tanabe', 'MA'],
    ['Tobias', 'Whitlock', 'MA'],
  ]);
});
