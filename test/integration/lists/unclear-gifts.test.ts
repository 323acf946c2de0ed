/** Gift files whose dates or IDs are ambiguous: the user is asked or told what to do, and no gift is lost. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GiftChoices, STANDARD_GIFT_CHOICES } from '../../../shared/gifts/index.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
const terminal = await setupTerminal();

const PEOPLE = ['ID,First Name,Last Name,Street,City,State,ZIP', 'P1,Ada,Ashdown,5 Quarry Rd,Nashua,NH,03060'];
const dated = (date: string) => [
  `${PEOPLE[0]},Last Gift Date`,
  ...['P1', 'P2', 'P3'].map((id) => `${id},Ada,Ashdown${id},5 Quarry Rd,Nashua,NH,03060,${date}`),
];
const HEADINGS = 'Donor ID,Gift Date,Gift Amount,Gift Type';
const GIFTS = [HEADINGS, 'P1,03/04/2021,$100,Cash', 'P1,03/14/2022,$20,Cash', 'P1,05/06/2020,$3,Check', 'P1,someday,$4,Check'];

async function read(lines: readonly string[], choices: Partial<GiftChoices> = {}, list: readonly string[] = PEOPLE) {
  const id = await desk.importList(list);
  const file = await desk.file('gifts.csv', lines);
  const { view } = await desk.call('gifts.read', { id, file, options: {}, choices: { ...STANDARD_GIFT_CHOICES, ...choices } });
  return { id, view };
}

describe('a gift file with dates of either order', () => {
  it('asks, and counts each gift once', async () => {
    const { id, view } = await read(GIFTS);
    expect(view).toMatchObject({
      dateOrder: null,
      gifts: 4,
      unclearDates: { gifts: 2, monthFirst: 1, dayFirst: 0, example: '03/04/2021' },
      counted: { gifts: 1, sum: '20' },
    });
    expect(view.lines.reduce((all, line) => all + line.gifts, 0)).toBe(view.gifts);
    expect(view.lines.map(({ key, gifts, rows }) => [key, gifts, rows])).toEqual([
      ['type:cash', 1, []],
      ['unclear-date', 2, [2, 4]],
      ['no-date', 1, [5]],
    ]);
    await expect(desk.call('gifts.use', { id })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: `In column “Gift Date” of “${view.file}”, 2 dates can be read both ways, 1 only month first: 03/04/2021 is 2021-03-04 or 2021-04-03. Choose the order of day and month.`,
    });
    expect(await desk.call('gifts.get', { id })).toMatchObject({ isUsed: false, view: { gifts: 4 } });
  });

  it.each([
    ['mdy', '2020-05-06', '2021-03-04'],
    ['dmy', '2020-06-05', '2021-04-03'],
  ] as const)('reads them as %s, and the others in their only order', async (dateOrder, first, largest) => {
    const { id, view } = await read(GIFTS, { dateOrder });
    expect(view).toMatchObject({ dateOrder, unclearDates: null, counted: { gifts: 3, sum: '123', firstDay: first } });
    await desk.call('gifts.use', { id });
    await desk.call('check.get', { id });
    const { records } = await desk.call('cost.sample', { id, limit: 1 });
    expect(JSON.parse(records[0]!.text)).toMatchObject({
      rfmFirstGiftDate: first,
      rfmLargestGiftDate: largest,
      rfmMostRecentGiftDate: '2022-03-14',
      rfmTotalGiftCount: 3,
    });
  });

  it.each([
    ['13/04/2021', 'dmy', null],
    ['03/14/2021', 'mdy', null],
  ])('without its own date order, it uses that of the list, with dates such as %s', async (date, dateOrder, unclearDates) => {
    const { view } = await read([HEADINGS, 'P1,03/04/2021,$100,Cash'], {}, dated(date));
    expect(view).toMatchObject({ dateOrder, unclearDates });
  });

  it('asks when one of its dates contradicts the order of the list', async () => {
    const { view } = await read(GIFTS, {}, dated('13/04/2021'));
    expect(view.unclearDates).toMatchObject({ gifts: 2, monthFirst: 1 });
  });
});

describe('a gift file with amounts of either notation', () => {
  const amounts = (...all: readonly string[]) => [HEADINGS, ...all.map((amount, at) => `P1,2021-03-1${at},"${amount}",Cash`)];

  it('asks for the decimal sign if every sign could separate thousands', async () => {
    const { id, view } = await read(amounts('1.250', '2.000', '300'));
    expect(view).toMatchObject({
      decimal: null,
      unclearAmounts: { gifts: 2, example: '1.250' },
      counted: { gifts: 1, sum: '300' },
    });
    expect(view.lines.at(-1)).toMatchObject({ key: 'unclear-amount', gifts: 2, rows: [2, 3], canCount: false });
    await expect(desk.call('gifts.use', { id })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: `In column “Gift Amount” of “${view.file}”, 2 amounts can be read in two ways: 1.250 is 1.25 or 1,250. Choose the decimal sign, a point or a comma.`,
    });
  });

  it('asks when as many amounts have a point before the cents as a comma', async () => {
    const { view } = await read(amounts('12.50', '7,25', '300'));
    expect(view).toMatchObject({ decimal: null, unclearAmounts: { gifts: 2 }, counted: { gifts: 1, sum: '300' } });
    expect(view.lines.at(-1)).toMatchObject({ key: 'unclear-amount', gifts: 2, rows: [2, 3] });
  });

  it.each([
    ['point', '303.25'],
    ['comma', '3550'],
  ] as const)('reads them with a %s as decimal sign once that was chosen', async (decimal, sum) => {
    const { id } = await read(amounts('1.250', '2.000', '300'));
    const choices = { ...STANDARD_GIFT_CHOICES, decimal };
    const { view } = await desk.call('gifts.choose', { id, options: {}, choices, others: 0 });
    expect(view).toMatchObject({ decimal, unclearAmounts: null, counted: { gifts: 3, sum } });
    await desk.call('gifts.use', { id });
    await desk.call('check.get', { id });
    const { records } = await desk.call('cost.sample', { id, limit: 1 });
    expect(JSON.parse(records[0]!.text)).toMatchObject({ rfmTotalGiftValue: Number(sum), rfmTotalGiftCount: 3 });
  });

  it.each([
    ['the last amount proves the comma', ['1.250', '2.000', '3,50'], 'comma', '3253.5', []],
    ['most amounts have a point, and the odd one is left out with its row', ['12.50', '1,000.00', '7,25', '1,250'], 'point', '2262.5', [4]],
    ['amounts with three decimals', ['1250.000', '1.500'], 'point', '1251.5', []],
  ] as const)('all amounts decide together: %s', async (_, all, decimal, sum, rows) => {
    const { view } = await read(amounts(...all));
    expect(view).toMatchObject({ decimal, unclearAmounts: null, counted: { sum } });
    expect(view.lines.flatMap((line) => (line.counted ? [] : line.rows))).toEqual(rows);
  });

  it.each([
    ['point', ['1.250', '30,5'], 'comma', '31.75'],
    ['comma', ['1.250', '30.5'], 'point', '1280.5'],
  ] as const)(
    'an amount with another sign than the chosen %s is one reading, left out until it is ticked',
    async (decimal, all, other, sum) => {
      const { id, view } = await read(amounts(...all, '300'), { decimal });
      expect(view.unclearAmounts).toBeNull();
      expect(view.lines.at(-1)).toMatchObject({
        key: 'other-sign',
        label: `With a decimal ${other}`,
        gifts: 1,
        sum: '30.5',
        counted: false,
        why: 'written unlike the other amounts',
        canCount: true,
        rows: [3],
      });
      const choices = { ...STANDARD_GIFT_CHOICES, decimal, lines: { 'other-sign': true } };
      const chosen = await desk.call('gifts.choose', { id, options: {}, choices, others: 0 });
      expect(chosen.view.counted).toMatchObject({ gifts: 3, sum: String(Number(sum) + 300) });
    },
  );

  it('reads points as thousands without asking when the amounts of the list have commas', async () => {
    const list = [
      `${PEOPLE[0]},Total Giving`,
      `${PEOPLE[1]},"12,50"`,
      `${PEOPLE[1]!.replaceAll('P1', 'P2').replace('Ada', 'Eve')},"1.300,75"`,
    ];
    const { view } = await read(amounts('1.250'), {}, list);
    expect(view).toMatchObject({ decimal: 'comma', unclearAmounts: null, counted: { sum: '1250' } });
  });

  it('an amount with another currency than its row is reported with its row, and never added', async () => {
    const rows = ['10,EUR', '75.00 USD,EUR', '5 EUR,EUR', '$3,EUR', '€2,'];
    const { view } = await read([`${HEADINGS},Currency`, ...rows.map((row) => `P1,2021-03-10,${row.replace(',', ',Cash,')}`)]);
    expect(view.currency).toBe('EUR');
    expect(view.counted).toMatchObject({ gifts: 3, sum: '17' });
    expect(view.lines.at(-1)).toMatchObject({
      key: 'two-currencies',
      label: 'Two currencies for one amount',
      gifts: 2,
      rows: [3, 5],
      canCount: false,
    });
  });

  it.each([
    ['$5', 'CAD', 'CAD'],
    ['C$5', '$', 'CAD'],
    ['5 kr', 'SEK', 'SEK'],
  ])('an amount of %s is one in %s', async (amount, column, currency) => {
    const { view } = await read([`${HEADINGS},Currency`, `P1,2021-03-10,${amount},Cash,${column}`]);
    expect(view).toMatchObject({ currency, counted: { gifts: 1, sum: '5' } });
  });

  it('one amount in euros among others without a currency does not make them euros', async () => {
    const { view } = await read(amounts('10', '20', '500 EUR'));
    expect(view).toMatchObject({ currency: '', counted: { gifts: 2, sum: '30' } });
    expect(view.lines.at(-1)).toMatchObject({ key: 'currency:EUR', gifts: 1, sum: '500', counted: false });
  });

  it('a dollar sign, USD and US$ are one currency, and so are € and EUR', async () => {
    const { view } = await read(amounts('$1', 'USD 2', 'US$3', '4', '€5', 'EUR 6'));
    expect(view.currency).toBe('USD');
    expect(view.lines.map(({ key, gifts, sum }) => [key, gifts, sum])).toEqual([
      ['type:cash', 3, '6'],
      ['currency:EUR', 2, '11'],
      ['currency:', 1, '4'],
    ]);
  });
});

describe('in a terminal', () => {
  const file = (name: string, lines: readonly string[]): string => {
    const path = join(terminal.folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  const [list, gifts] = [file('dated-people.csv', PEOPLE), file('dated-gifts.csv', GIFTS)];

  it.each([
    ['gifts', [gifts, list]],
    ['check', [list, '--gifts', gifts]],
    ['screen', [list, '--gifts', gifts, '--connection', 'Service', '--out', join(terminal.folder, 'none.xlsx')]],
  ])('%s names the option for the order', async (command, words) => {
    const { exit, err } = await terminal.desk(command, ...words);
    expect(exit).not.toBe(0);
    expect(err).toContain('2 dates can be read both ways, 1 only month first: 03/04/2021 is 2021-03-04 or 2021-04-03.');
    expect(err).toContain('Use --gift-dates mdy for month first, or --gift-dates dmy for day first.');
  });

  it('--gift-dates says it', async () => {
    const { lines } = await terminal.desk('gifts', gifts, list, '--gift-dates', 'dmy', '--json');
    expect(lines.at(-1)).toMatchObject({ dateOrder: 'dmy', counted: { gifts: 3, sum: '123', firstDay: '2020-06-05' } });
  });

  it('names the option for the decimal sign, and --gift-decimal sets it', async () => {
    const points = file('points.csv', [HEADINGS, 'P1,2021-03-04,1.250,Cash']);
    const { exit, err } = await terminal.desk('gifts', points, list);
    expect(exit).not.toBe(0);
    expect(err).toContain(
      '1.250 is 1.25 or 1,250. Choose the decimal sign, a point or a comma. Use --gift-decimal point or --gift-decimal comma.',
    );
    const { lines } = await terminal.desk('gifts', points, list, '--gift-decimal', 'comma', '--json');
    expect(lines.at(-1)).toMatchObject({ decimal: 'comma', counted: { gifts: 1, sum: '1250' } });
  });

  it.each([
    ['gift file', ['Donor ID,Gift Date,Gift Amount', '123,2020-01-02,$5'], '00123'],
    ['list', ['Donor ID,Gift Date,Gift Amount', '00123,2020-01-02,$5'], '123'],
  ])('says that the IDs of the %s have lost their leading zeros', async (lost, lines, id) => {
    const people = file(`zeros-${id}.csv`, [PEOPLE[0]!, `${id},Ada,Ashdown,5 Quarry Rd,Nashua,NH,03060`]);
    const { exit, err } = await terminal.desk('gifts', file(`gifts-${id}.csv`, lines), people);
    expect(exit).not.toBe(0);
    expect(err).toContain(`The IDs of the ${lost} seem to have lost their leading zeros. Write that file again with the IDs as text`);
    expect(err).not.toContain('--gift-column');
  });

  it.each([
    [['Donor ID,Gift Amount', 'P1,$5'], '--gift-column date=HEADING'],
    [['Donor ID,Gift Date,Gift Amount', 'Q7,2020-01-02,$5'], '--gift-column id=HEADING'],
  ])('gifts that cannot be used name the option that chooses a column: %j', async (lines, option) => {
    const { exit, err } = await terminal.desk('gifts', file(`other-${option.length}-${lines.length}.csv`, lines), list);
    expect(exit).not.toBe(0);
    expect(err).toContain(`Use ${option}.`);
  });
});
