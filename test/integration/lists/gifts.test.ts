/** A gift file fills the giving fields of a list: what the service would receive, before and after. */
import { expect, it } from 'vitest';
import { type GiftChoices, type GiftsView, STANDARD_GIFT_CHOICES } from '../../../shared/gifts/index.ts';
import { AppError } from '../../../shared/base/index.ts';
import type { SpawnWorker } from '../../../main/platform/ports.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { randomOf } from '../../kit/random.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

/** `next`: the program ends after the next task that fills gifts. */
const lost = { next: false };
const spawn: SpawnWorker = (name, input, onProgress) => {
  const task = localTasks(name, input, onProgress);
  const ask = async (...words: Parameters<typeof task.ask>): Promise<unknown> => {
    const answer = await (task.ask as (...all: unknown[]) => Promise<unknown>)(...words);
    if (words[0] !== ('gifts' as never) || !lost.next) return answer;
    lost.next = false;
    throw new AppError('WORKER_LOST', 'The work ended.');
  };
  return { ...task, ask: ask as typeof task.ask };
};
const desk = await setupTestDesk(spawn);

type Sent = Record<string, unknown>;

const HEADINGS = 'ID,First Name,Last Name,Street,City,State,ZIP,Last Gift Date,Last Gift Amount,Total Giving';
const person = (id: string, giving = ',,') =>
  `${id},Ada,Ashdown${id.toLowerCase()},${Number(id.slice(1)) + 3} Quarry Rd,Nashua,NH,03060,${giving}`;
const FIELDS = [
  'rfmFirstGiftValue',
  'rfmFirstGiftDate',
  'rfmMostRecentGiftValue',
  'rfmMostRecentGiftDate',
  'rfmLargestGiftValue',
  'rfmLargestGiftDate',
  'rfmTotalGiftCount',
  'rfmTotalGiftValue',
] as const;

async function recordsOf(id: string): Promise<Map<string, Sent>> {
  const records = new Map<string, Sent>();
  // Waits for the check first, because a sample does not wait for it.
  await desk.call('check.get', { id });
  for (const { text } of (await desk.call('cost.sample', { id, limit: 20 })).records) {
    const record = JSON.parse(text) as Sent;
    records.set(String(record['constituentId']), record);
  }
  return records;
}
const givingOf = (record: Sent | undefined) => FIELDS.map((field) => record?.[field]);

const read = async (id: string, lines: readonly string[], choices: Partial<GiftChoices> = {}) =>
  await desk.call('gifts.read', {
    id,
    file: await desk.file('gifts.csv', lines),
    options: {},
    choices: { ...STANDARD_GIFT_CHOICES, ...choices },
  });
const use = async (id: string, lines: readonly string[], choices: Partial<GiftChoices> = {}): Promise<GiftsView> => {
  await read(id, lines, choices);
  return (await desk.call('gifts.use', { id })).view;
};

const GIFTS = [
  'CnBio_ID,Gf_Date,Gf_Amount,Gf_Type',
  'G1,03/18/2022,$250.00,Cash',
  'G1,11/03/2024,"$1,250.00",Pay-Cash',
  'G1,12/25/2024,$9999.00,Pledge',
  'G2,01/31/2020,0.10,Cash',
  'G2,01/31/2020,0.20,Cash',
  'G2,02/15/2021,-5.00,Cash',
  'X9,05/13/2021,$40.00,Cash',
  ',05/13/2021,$40.00,Cash',
  'G2,someday,$40.00,Cash',
  'G2,05/13/2021,forty,Cash',
  'G2,05/13/2999,$1.00,Cash',
];
const LIST = [HEADINGS, person('G1', '01/15/2019,50,50'), person('G2', ',12,'), person('G3', '06/30/2018,70,125')];

it('fills all eight fields of people with gifts, and nothing else changes', async () => {
  const id = await desk.importList(LIST);
  const before = await recordsOf(id);
  const view = await use(id, GIFTS);
  const after = await recordsOf(id);
  expect(givingOf(after.get('G1'))).toEqual([250, '2022-03-18', 1250, '2024-11-03', 1250, '2024-11-03', 2, 1500]);
  expect(givingOf(after.get('G2'))).toEqual([0.2, '2020-01-31', 0.2, '2020-01-31', 0.2, '2020-01-31', 2, 0.3]);
  expect(after.get('G3')).toEqual(before.get('G3'));
  const withoutGiving = (record: Sent | undefined) =>
    Object.entries(record!).filter(([key]) => !(FIELDS as readonly string[]).includes(key));
  for (const key of ['G1', 'G2']) expect(withoutGiving(after.get(key))).toEqual(withoutGiving(before.get(key)));
  expect(view).toMatchObject({
    gifts: 11,
    columns: { id: 'CnBio_ID', date: 'Gf_Date', amount: 'Gf_Amount', type: 'Gf_Type' },
    counted: { gifts: 5, sum: '1540.3', firstDay: '2020-01-31', lastDay: '2024-11-03' },
    onList: { gifts: 4, people: 2 },
    notOnList: { gifts: 1, people: 1, firstIds: ['X9'] },
    withoutGifts: 1,
  });
  expect(view.lines.map(({ label, gifts, sum, counted, rows }) => [label, gifts, sum, counted, rows.join()])).toEqual([
    ['Pay-Cash', 1, '1250', true, ''],
    ['Cash', 4, '290.3', true, ''],
    ['Pledge', 1, '9999', false, ''],
    ['Amounts below zero', 1, '-5', false, ''],
    ['Without an ID', 1, null, false, '9'],
    ['No date that can be read', 1, null, false, '10'],
    ['No amount that can be read', 1, null, false, '11'],
    ['In the future', 1, null, false, '12'],
  ]);
  expect(view.examples[0]).toMatchObject({
    name: 'Ada Ashdowng1',
    before: { latestDate: '2019-01-15', total: '50', count: '' },
    after: { latestDate: '2024-11-03', total: '1500', count: '2' },
  });
});

it('the list wins by the amount and date of one gift together', async () => {
  const id = await desk.importList(LIST);
  await use(id, GIFTS, { wins: 'list' });
  const after = await recordsOf(id);
  expect(givingOf(after.get('G1'))).toEqual([250, '2022-03-18', 50, '2019-01-15', 1250, '2024-11-03', 2, 50]);
  // The list has an amount without a date: it does not get the date of another gift.
  expect(givingOf(after.get('G2'))).toEqual([0.2, '2020-01-31', 12, undefined, 0.2, '2020-01-31', 2, 0.3]);
});

it('a file that was only read changes nothing, and another choice shows other totals', async () => {
  const id = await desk.importList(LIST);
  const before = await recordsOf(id);
  const gifts = await read(id, GIFTS);
  expect(gifts).toMatchObject({ isUsed: false, isCurrent: false, view: { counted: { gifts: 5 }, nothingJoins: null } });
  const choices = { ...STANDARD_GIFT_CHOICES, lines: { 'type:pledge': true } };
  const more = await desk.call('gifts.choose', { id, options: {}, choices, others: 0 });
  expect(more.view.counted).toMatchObject({ gifts: 6, sum: '11539.3' });
  expect(more.view.examples[0]?.after).toEqual({ latestDate: '2024-12-25', total: '11499', count: '3' });
  expect(await recordsOf(id)).toEqual(before);
  expect(await desk.call('gifts.use', { id })).toMatchObject({ isUsed: true, isCurrent: true });
  expect(givingOf((await recordsOf(id)).get('G1'))[7]).toBe(11_499);
  const fewer = await desk.call('gifts.choose', { id, options: {}, choices: STANDARD_GIFT_CHOICES, others: 0 });
  expect(fewer).toMatchObject({ isUsed: true, isCurrent: false });
  expect(givingOf((await recordsOf(id)).get('G1'))[7]).toBe(11_499);
});

it('removing gifts restores all values of the list, and undo brings the gifts back unchanged', async () => {
  const id = await desk.importList(LIST);
  const before = await recordsOf(id);
  await use(id, GIFTS);
  const report = { sum: '1,540.30', gifts: '5' };
  await desk.call('gifts.report', { id, report });
  const filled = await recordsOf(id);
  expect(await desk.call('gifts.remove', { id })).toBeNull();
  expect(await desk.call('gifts.get', { id })).toBeNull();
  expect(await recordsOf(id)).toEqual(before);
  expect(await desk.call('gifts.restore', { id })).toMatchObject({ isUsed: true, isCurrent: true, report });
  expect(await recordsOf(id)).toEqual(filled);
  expect((await desk.call('project.timeline', { id })).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Filled the giving fields from a gift file', 'Removed the gifts of another file']),
  );
});

it('cells to the right of the headings keep their columns', async () => {
  const headings = 'ID,First Name,Last Name,Street,City,State,ZIP';
  // More rows than those in which the program looks for headings.
  const people = Array.from({ length: 1_005 }, (_, at) => person(`G${at + 1}`, '').slice(0, -1));
  const id = await desk.importList([headings, ...people, `${person('G2000', '').slice(0, -1)},Zinnia`]);
  const found = async () =>
    (await desk.call('people.find', { text: 'Zinnia' })).projects.flatMap((one) => (one.id === id ? one.people : []));
  expect(await found()).toMatchObject([{ row: 1_007 }]);
  await use(id, ['ID,Date,Amount', 'G2000,2024-01-02,7']);
  expect(await found()).toMatchObject([{ row: 1_007 }]);
  expect((await read(id, ['ID,Date,Amount', 'G2000,2024-01-02,7'])).view.onList).toMatchObject({ people: 1 });
});

it('a program that ends after the rows have changed leaves the list its own values', async () => {
  const id = await desk.importList(LIST);
  const before = await recordsOf(id);
  await use(id, GIFTS);
  await read(id, ['ID,Date,Amount', 'G1,2018-01-02,999']);
  lost.next = true;
  await expect(desk.call('gifts.use', { id })).rejects.toThrow('ended');
  expect(await recordsOf(id)).toEqual(before);
  expect(await desk.call('gifts.use', { id })).toMatchObject({ isUsed: true });
  expect(givingOf((await recordsOf(id)).get('G1'))[7]).toBe(999);
});

it('a file without known headings is read once its columns are chosen', async () => {
  const id = await desk.importList(LIST);
  const { view } = await read(id, ['Who,When was it,Value A,Value B', 'G1,2020-01-02,7,9', 'G2,2020-01-02,8,9']);
  expect(view.columns).toEqual({ id: 'Who', date: 'When was it' });
  expect(view.headings[2]).toEqual({ heading: 'Value A', first: ['7', '8'] });
  await expect(desk.call('gifts.use', { id })).rejects.toThrow('has no column for Amount. It has “Who”');
  const choices = { ...STANDARD_GIFT_CHOICES, columns: { amount: 'Value A' } };
  expect((await desk.call('gifts.choose', { id, options: {}, choices, others: 0 })).view).toMatchObject({
    counted: { gifts: 2, sum: '15' },
    certain: ['amount'],
  });
});

it('ten others are the next people by the change of their total', async () => {
  const ids = Array.from({ length: 14 }, (_, at) => `G${at + 1}`);
  const id = await desk.importList([HEADINGS, ...ids.map((one) => person(one))]);
  const gifts = ids.map((one, at) => `${one},2020-01-02,${at + 1}`);
  const namesOf = ({ view }: Awaited<ReturnType<typeof read>>) => view.examples.map(({ after }) => after.total);
  expect(namesOf(await read(id, ['ID,Date,Amount', ...gifts]))).toEqual(['14', '13', '12', '11', '10', '9', '8', '7', '6', '5']);
  const others = async (page: number) =>
    namesOf(await desk.call('gifts.choose', { id, options: {}, choices: STANDARD_GIFT_CHOICES, others: page }));
  expect(await others(1)).toEqual(['4', '3', '2', '1']);
  expect(await others(2)).toHaveLength(10);
});

it('a list that is read again keeps its gift file, for another use', async () => {
  const id = await desk.importList(LIST);
  await use(id, GIFTS);
  await desk.call('import.change', { id, encoding: 'utf-8' });
  expect(await desk.call('gifts.get', { id })).toMatchObject({ isUsed: false, isCurrent: false, view: { gifts: 11 } });
  expect(await desk.call('gifts.use', { id })).toMatchObject({ isUsed: true });
  expect(givingOf((await recordsOf(id)).get('G1'))[7]).toBe(1500);
});

it('a changed gift file replaces the first one, and other choices count other types', async () => {
  const id = await desk.importList(LIST);
  await use(id, GIFTS);
  await use(id, ['ID,Date,Amount', 'G3,2024-01-02,7']);
  const after = await recordsOf(id);
  expect(givingOf(after.get('G1'))).toEqual([undefined, undefined, 50, '2019-01-15', undefined, undefined, undefined, 50]);
  expect(givingOf(after.get('G3'))).toEqual([7, '2024-01-02', 7, '2024-01-02', 7, '2024-01-02', 1, 7]);
  await use(id, GIFTS, { lines: { 'type:pledge': true, 'below-zero': true } });
  const again = await recordsOf(id);
  expect(givingOf(again.get('G1'))).toEqual([250, '2022-03-18', 9999, '2024-12-25', 9999, '2024-12-25', 3, 11_499]);
  // A sum below zero is not used as the total.
  expect(givingOf(again.get('G2'))).toEqual([0.2, '2020-01-31', 0.2, '2020-01-31', 0.2, '2020-01-31', 3, undefined]);
});

it('changed columns keep the gifts, and a list that is read with other headings has none', async () => {
  const id = await desk.importList(LIST);
  await use(id, GIFTS);
  const { plan, headers } = await desk.call('columns.get', { id });
  expect(headers).toHaveLength(10);
  const { gifts: _, ...without } = plan;
  await desk.call('columns.change', { id, plan: { ...without, cleaning: { ...plan.cleaning, spaces: false } } });
  expect(givingOf((await recordsOf(id)).get('G1'))[7]).toBe(1500);
  await desk.call('import.change', { id, headerRow: 1, subtotals: 'keep' });
  expect((await desk.call('columns.get', { id })).headers).toEqual(headers);
  expect(givingOf((await recordsOf(id)).get('G1'))[7]).toBe(50);
});

it.each([
  ['with other headings', { headerRow: 1 }],
  ['from its file', { encoding: 'utf-8' }],
] as const)('a list that is read again %s says once that its gifts are gone, and so does its timeline', async (_, reading) => {
  const id = await desk.importList(LIST);
  await use(id, GIFTS);
  const says = async () => {
    const { notes } = await desk.call('import.change', { id, ...reading });
    const timeline = await desk.call('project.timeline', { id });
    return [
      notes.filter((note) => note.includes('has no gifts')).length,
      timeline.filter(({ title }) => title.includes('no gifts')).length,
    ];
  };
  expect(await says()).toEqual([1, 1]);
  expect(givingOf((await recordsOf(id)).get('G1'))[7]).toBe(50);
  expect(await says()).toEqual([0, 1]);
});

it('a list with the settings of one with gifts says that it has none', async () => {
  const id = await desk.importList(LIST);
  await use(id, GIFTS);
  const settingsFrom = { kind: 'project', id } as const;
  const { id: again } = await desk.call('projects.create', { file: await desk.file('new.csv', LIST), settingsFrom });
  await desk.idle();
  const { notes } = await desk.call('import.get', { id: again });
  expect(notes).toContainEqual(expect.stringContaining('had the gifts of another file, which this list does not have'));
  expect(givingOf((await recordsOf(again)).get('G1'))[7]).toBe(50);
});

it('the gifts of another file are checked, although the columns are the same', async () => {
  const id = await desk.importList([HEADINGS, person('G1', '01/15/2019,50,50')]);
  const largerThanTotal = async () =>
    (await desk.call('check.get', { id })).rules.flatMap(({ code, rows }) => (code === 'TOTAL_TOO_SMALL' ? [rows] : []));
  await use(id, ['ID,Date,Amount', 'G1,2018-01-02,7'], { wins: 'list' });
  expect(await largerThanTotal()).toEqual([]);
  await use(id, ['ID,Date,Amount', 'G1,2018-01-02,900'], { wins: 'list' });
  expect(await largerThanTotal()).toEqual([1]);
});

it('a file whose IDs are not on the list changes nothing, and shows first IDs of both', async () => {
  const id = await desk.importList(LIST);
  const before = await recordsOf(id);
  await expect(use(id, ['ID,Date,Amount', 'Q1,2024-01-02,7', 'Q2,2024-01-02,7'])).rejects.toThrow(
    /None of the 2 IDs in column “ID” of “.*gifts.csv” is on your list\. The IDs of the list begin with G1, G2, G3; the IDs of the gifts with Q1, Q2\./,
  );
  expect(await recordsOf(id)).toEqual(before);
});

it('gifts are joined by the IDs as they are corrected, and as they were once that is undone', async () => {
  const id = await desk.importList(LIST);
  const gifts = ['ID,Date,Amount', 'G9,2024-01-02,7', 'G1,2024-01-02,5'];
  const peopleWith = async () => (await read(id, gifts)).view.onList.people;
  expect(await peopleWith()).toBe(1);
  await desk.call('check.get', { id });
  await desk.call('check.edit', { id, row: 3, field: 'constituentId', value: 'G9' });
  expect(await peopleWith()).toBe(2);
  await desk.call('check.undo', { id });
  expect(await peopleWith()).toBe(1);
});

it('of the people who are not on the list, names only those with gifts that count', async () => {
  const id = await desk.importList([HEADINGS, person('G1')]);
  const gifts = ['ID,Date,Amount,Type', 'N1,2024-01-02,7,Pledge', 'G1,2024-01-02,5,Cash', 'N2,2024-01-02,7,Cash', 'N1,2024-01-03,-7,Cash'];
  expect((await read(id, gifts)).view.notOnList).toEqual({ gifts: 1, people: 1, firstIds: ['N2'] });
  expect((await read(id, gifts, { lines: { 'type:pledge': true } })).view.notOnList).toEqual({
    gifts: 2,
    people: 2,
    firstIds: ['N1', 'N2'],
  });
});

it('gifts of an erased person belong to nobody', async () => {
  const id = await desk.importList([HEADINGS, person('G1'), person('G2'), person('G77')]);
  await desk.call('check.get', { id });
  const gifts = ['ID,Date,Amount', 'G77,2024-01-02,7', 'G1,2024-01-02,5'];
  expect((await read(id, gifts)).view.onList.people).toBe(2);
  const found = (await desk.call('people.find', { text: 'G77' })).projects.flatMap(({ people }) => people);
  const places = found.filter((one) => one.id === id).map(({ row, profile }) => ({ id, row, profile }));
  expect(places).toHaveLength(1);
  await desk.call('people.erase', { text: 'G77', places, neverScreen: false });
  expect((await read(id, gifts)).view).toMatchObject({ onList: { people: 1 }, notOnList: { firstIds: ['G77'] } });
});

it('gifts are joined by another column once the IDs come from it', async () => {
  const id = await desk.importList([`Old ID,${HEADINGS}`, ...LIST.slice(1).map((line, at) => `Z${at},${line}`)]);
  const gifts = ['ID,Date,Amount', 'Z0,2024-01-02,7', 'Z1,2024-01-02,7', 'G1,2024-01-02,5'];
  const plan = async () => (await desk.call('columns.get', { id })).plan;
  const peopleWith = async () => (await read(id, gifts)).view.onList.people;
  const mapped = async (column: number) => {
    const { columns, ...rest } = await plan();
    const others = columns.map((one) => (one.column > 1 ? one : { ...one, to: { kind: 'none' as const } }));
    const field = { kind: 'field', field: 'constituentId' } as const;
    await desk.call('columns.change', { id, plan: { ...rest, columns: others.map((one) => (one.column === column ? { ...one, to: field } : one)) } }); // prettier-ignore
  };
  await mapped(1);
  expect(await peopleWith()).toBe(1);
  await mapped(0);
  expect(await peopleWith()).toBe(2);
});

it('people with an unreadable total are among the ten shown by all that they gave', async () => {
  const ids = Array.from({ length: 14 }, (_, at) => `G${at + 1}`);
  const id = await desk.importList([HEADINGS, ...ids.map((one, at) => person(one, at === 0 ? ',,see file' : ',,5'))]);
  const { view } = await read(id, ['ID,Date,Amount', ...ids.map((one, at) => `${one},2020-01-02,${at === 0 ? 50 : at}`)]);
  expect(view.examples.map(({ after }) => after.total)).toEqual(['50', '13', '12', '11', '10', '1', '9', '2', '8', '3']);
});

it('the column of IDs is the one that has people of the list, and dates are read in the order of the list', async () => {
  const id = await desk.importList([
    HEADINGS,
    person('G1', '31/12/2019,50,50'),
    person('G2', '30/06/2018,1,1'),
    person('G3', '25/01/2018,1,1'),
  ]);
  await use(id, ['Account ID,Contact ID,Close Date,Amount,Stage', 'A1,G1,04/05/2021,10,Closed Won', 'A1,G2,04/05/2021,11,Pledged']);
  const after = await recordsOf(id);
  expect(givingOf(after.get('G1')).slice(0, 2)).toEqual([10, '2021-05-04']);
  expect(givingOf(after.get('G2'))[7]).toBe(1);
});

it('gives every person what an independent calculation from the lines of the file says', async () => {
  const next = randomOf(35);
  const below = (most: number) => Math.floor(next() * most);
  const ids = Array.from({ length: 20 }, (_, at) => `G${at + 1}`);
  const id = await desk.importList([HEADINGS, ...ids.map((one) => person(one))]);
  const gifts = Array.from({ length: 400 }, () => ({
    id: `G${below(30) + 1}`,
    day: `20${String(below(10) + 10)}-0${below(9) + 1}-1${below(10)}`,
    cents: below(500_000) + 1,
    type: ['Cash', 'Pledge', 'Stock/Property', 'Soft Credit'][below(4)]!,
  }));
  await use(id, ['Gf_Type,ID,Gf_Amount,Gf_Date', ...gifts.map((gift) => `${gift.type},${gift.id},${gift.cents / 100},${gift.day}`)]);
  const after = await recordsOf(id);
  for (const one of ids) {
    const own = gifts.filter((gift) => gift.id === one && (gift.type === 'Cash' || gift.type === 'Stock/Property'));
    const byDay = own.toSorted((a, b) => a.day.localeCompare(b.day) || b.cents - a.cents);
    const latest = own.toSorted((a, b) => b.day.localeCompare(a.day) || b.cents - a.cents)[0];
    const largest = own.toSorted((a, b) => b.cents - a.cents || b.day.localeCompare(a.day))[0];
    const pair = (gift: (typeof gifts)[number] | undefined) => [gift === undefined ? undefined : gift.cents / 100, gift?.day];
    const sum = own.reduce((all, { cents }) => all + cents, 0);
    const expected =
      own.length === 0 ? FIELDS.map(() => undefined) : [...pair(byDay[0]), ...pair(latest), ...pair(largest), own.length, sum / 100];
    expect([one, givingOf(after.get(one))]).toEqual([one, expected]);
  }
});
