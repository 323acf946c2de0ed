/** Sends the people who come first: exactly these and the sample are sent and charged, the rest later, and nobody twice. */
import { beforeEach, describe, expect, it } from 'vitest';
import { STANDARD_GIFT_CHOICES } from '../../../shared/gifts/index.ts';
import type { SpawnWorker } from '../../../main/platform/ports.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { best, first, HEADINGS, ids, line, NOTHING, pilot, rankedList, total } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

/** Makes the next choice fail before or after the worker has stored it, as if the program ended there. */
let failing: 'no' | 'before' | 'after' = 'no';
const spawn: SpawnWorker = (name, input, onProgress) => {
  const task = localTasks(name, input, onProgress);
  const ask = async (query: string, ...rest: unknown[]) => {
    const at = query === 'choose' ? failing : 'no';
    if (at === 'before') throw new Error('ended before the choice');
    const answer = await (task.ask as (...all: unknown[]) => Promise<unknown>)(query, ...rest);
    if (at === 'after') throw new Error('ended after the choice');
    return answer;
  };
  return { ...task, ask } as typeof task;
};

const desk = await setupTestDesk(spawn);
const call: typeof desk.call = (...asked) => desk.call(...asked);
beforeEach(() => {
  failing = 'no';
});

const imported = async (prefix: string, count: number, ...more: string[]) => await desk.importList(rankedList(prefix, count, ...more));

const rowsBy = (cost: { leftOut: readonly { reason: string; rows: number }[] }) =>
  Object.fromEntries(cost.leftOut.map(({ reason, rows }) => [reason, rows]));

describe('the best people of a list', () => {
  it('are exactly the people who are sent and charged; all others are not chosen this time', async () => {
    const id = await imported('A', 20, 'A21,,,,,,,9000,01/15/2020,3,1');
    const cost = await call('cost.choose', { id, best: best(first(5)) });
    expect(cost).toMatchObject({
      rowsInFile: 21,
      rowsToSend: 5,
      estimate: 5,
      saved: 0,
      best: { people: 20, chosen: 5, sampled: 0, notChosen: 15, giving: 4100, givingChosen: 1400, deciles: null, before: null },
    });
    expect(rowsBy(cost)).toEqual({ invalid: 1, notChosen: 15 });
    const filter = { kind: 'rule', code: 'NOT_CHOSEN', field: 'constituentId' } as const;
    const listed = await call('check.page', { id, filter, find: '', offset: 0, limit: 50 });
    expect(listed.total).toBe(15);
    expect(new Set(listed.rows.map(({ notSent }) => notSent))).toEqual(new Set(['notChosen']));
    const before = await desk.charged();
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(ids('A', 16, 20));
    expect((await desk.charged()) - before).toBe(5);
    const rows = await desk.exportRows(id);
    const reasons = rows.map((row) => Object.values(row).find((cell) => String(cell).startsWith('Not chosen this time')));
    expect(reasons.filter((reason) => reason !== undefined)).toHaveLength(15);
    const timeline = (await call('project.timeline', { id })).map(({ title, evidence }) => `${title}: ${evidence}`);
    expect(timeline).toContainEqual('Chose who to send: the first 5 of 20');
    expect(timeline.find((text) => text.startsWith('Confirmed sending'))).toContain('5 rows, over Service; 15 not chosen this time');
  });

  it('fall into deciles, of which the sample draws the same people with the same seed', async () => {
    const id = await imported('B', 120);
    const settings = best({ kind: 'decile', last: 'E' }, { sample: 0.1 });
    const cost = await call('cost.choose', { id, best: settings });
    expect(cost.best).toMatchObject({ people: 120, chosen: 60, sampled: 6, notChosen: 54 });
    const deciles = cost.best!.deciles!;
    expect(deciles.map(({ decile, people }) => `${decile}${people}`)).toEqual('ABCDEFGHIJ'.split('').map((letter) => `${letter}12`));
    expect(deciles.reduce((sum, { sent }) => sum + sent, 0)).toBe(cost.rowsToSend);
    expect(deciles.reduce((sum, { giving }) => sum + giving, 0)).toBe(cost.best!.giving);
    expect(deciles[0]).toMatchObject({
      sent: 12,
      giving: 12 * total(0) + 10 * (109 + 110 + 111 + 112 + 113 + 114 + 115 + 116 + 117 + 118 + 119 + 120),
    });
    const sent = async () => (await call('cost.sample', { id, limit: 20 })).records.map(({ row }) => row);
    const drawn = await sent();
    await call('cost.choose', { id, best: null });
    expect(await sent()).not.toEqual(drawn);
    await call('cost.choose', { id, best: settings });
    expect(await sent()).toEqual(drawn);
    await call('cost.choose', { id, best: { ...settings, seed: 5 } });
    expect(await sent()).not.toEqual(drawn);
    // All three ways to set the cut choose the same people.
    expect((await call('cost.choose', { id, best: best(first(60), { sample: 0.1 }) })).rowsToSend).toBe(66);
    await call('credits.read', { connectionId: desk.connectionId });
    const { balance } = await call('cost.get', { id });
    const keep = balance!.remaining! - 66;
    const byBalance = await call('cost.choose', { id, best: best({ kind: 'balance', keep }, { sample: 0.1 }) });
    expect(byBalance).toMatchObject({ rowsToSend: 66, best: { chosen: 60, sampled: 6 } });
  });

  it('can come first by one column of the file', async () => {
    const id = await imported('C', 12);
    const settings = best(first(3), { by: { kind: 'column', column: 10, smallestFirst: false } });
    const { best: outcome } = await call('cost.choose', { id, best: settings });
    expect(outcome).toMatchObject({ chosen: 3, heading: 'Rank', tied: 0, column: { as: 'numbers', empty: 0, unread: 0 } });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['C10', 'C11', 'C12']);
  });

  it('can be those with the smallest rank, where those without one still come last', async () => {
    const ranks = ['', '3', '1', 'none', '2', '10'].map((rank, at) => `${line('CS', at + 1)},${rank}`);
    const id = await desk.importList([`${HEADINGS},Rating`, ...ranks]);
    const chosen = (people: number) => best(first(people), { by: { kind: 'column', column: 11, smallestFirst: true } });
    const all = await call('cost.choose', { id, best: chosen(5) });
    expect(all.best).toMatchObject({ chosen: 5, tied: 1, column: { as: 'numbers', empty: 1, unread: 1 } });
    await call('cost.choose', { id, best: chosen(3) });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['CS2', 'CS3', 'CS5']);
  });

  it('can be those of a column of amounts as people write them, and say who is equal at the cut', async () => {
    const rated = ['$900.50', '"$1,250.00"', '', '$80', 'unknown', '"$1,250.00"'].map((amount, at) => `${line('CR', at + 1)},${amount}`);
    const id = await desk.importList([`${HEADINGS},Rating`, ...rated]);
    const { best: outcome } = await call('cost.choose', {
      id,
      best: best(first(1), { by: { kind: 'column', column: 11, smallestFirst: false } }),
    });
    expect(outcome).toMatchObject({ chosen: 1, tied: 1, column: { as: 'numbers', empty: 1, unread: 1 } });
    await call('cost.choose', { id, best: best(first(3), { by: { kind: 'column', column: 11, smallestFirst: false } }) });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['CR1', 'CR2', 'CR6']);
  });

  it('count nobody’s unreadable total as money, also where rows are sent with their errors', async () => {
    const id = await desk.importList([HEADINGS, line('CE', 1), line('CE', 2), line('CE', 3).replace(',130,', ',many,')]);
    await call('projects.change', { id, sendErrors: true });
    const { best: outcome } = await call('cost.choose', { id, best: best(first(1)) });
    expect(outcome).toMatchObject({ people: 3, giving: 230, givingChosen: 120 });
    expect((await call('cost.choose', { id, best: pilot(3) })).best).toMatchObject({ giving: 230, givingChosen: 230 });
  });

  it('need a weight, and somebody above the cut', async () => {
    const id = await imported('D', 5);
    const nothing = best(first(2), { by: { kind: 'weights', weights: NOTHING } });
    await expect(call('cost.choose', { id, best: nothing })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: 'Give one of them a weight.',
    });
    await call('credits.read', { connectionId: desk.connectionId });
    await expect(call('cost.choose', { id, best: best({ kind: 'balance', keep: 2_000_000 }) })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 5, best: null });
    const plain = await desk.importPeople('D90,Ann,Plainlee,9 Fern Hollow Dr,Portland,OR,97201,');
    await expect(call('cost.choose', { id: plain, best: best(first(1)) })).rejects.toMatchObject({
      message: expect.stringContaining('No gifts in this list'),
    });
  });
});

describe('a cut by the credits to keep', () => {
  it('is refused while the balance of the account is unknown, and the earlier choice is kept', async () => {
    const id = await imported('DB', 5);
    const { id: unread } = await call('connections.add', { name: 'Never read', baseUrl: desk.practice.client.url });
    await call('projects.change', { id, connectionId: unread });
    await call('cost.choose', { id, best: best(first(2)) });
    expect((await call('cost.get', { id })).balance).toBeNull();
    await expect(call('cost.choose', { id, best: best({ kind: 'balance', keep: 2 }) })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: 'The balance of the account is not known. Choose a number of people, or test the connection.',
    });
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 2, best: { settings: { cut: { kind: 'people' } } } });
  });
});

describe('a change of the list after the choice', () => {
  it('makes the app order again and say so; with an earlier price, nothing is sent', async () => {
    const id = await imported('E', 10, `E11,Oliver,Marchetti,${'Larkspur Ln '.repeat(30)},Worcester,MA,01609,50,01/15/2020,3,1`);
    const seen = await call('cost.choose', { id, best: best(first(4), { sample: 0.5 }) });
    expect(seen).toMatchObject({ rowsToSend: 7, best: { people: 10, chosen: 4, sampled: 3 } });
    // The person below the cut is now the one who gave most.
    await call('check.edit', { id, row: 2, field: 'rfmTotalGiftValue', value: '50000' });
    const { connectionId } = desk;
    const stale = { id, rows: 7, connectionId, quoteId: seen.quoteId };
    await expect(call('project.send', stale)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const now = await call('cost.get', { id });
    expect(now).toMatchObject({ rowsToSend: 7, best: { chosen: 4, sampled: 3, before: null } });
    expect(now.quoteId).not.toBe(seen.quoteId);
    await expect(call('project.send', stale)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    // The row that had an error can be sent now.
    await call('check.edit', { id, row: 12, field: 'street', value: '11 Larkspur Ln' });
    const more = await call('cost.get', { id });
    expect(more).toMatchObject({ rowsToSend: 8, best: { people: 11, chosen: 4, sampled: 4, before: 7 } });
    await call('check.leaveOut', { id, rows: [12], leaveOut: true });
    await call('cost.choose', { id, best: best(first(4)) });
    const before = await desk.charged();
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['E1', 'E10', 'E8', 'E9']);
    expect((await desk.charged()) - before).toBe(4);
  });

  it('that does not change the order keeps the choice', async () => {
    const id = await imported('F', 10);
    const seen = await call('cost.choose', { id, best: best(first(3), { sample: 0.3 }) });
    await call('check.edit', { id, row: 3, field: 'city', value: 'Boston' });
    const { best: after, rowsToSend } = await call('cost.get', { id });
    expect(after).toEqual(seen.best);
    expect(rowsToSend).toBe(seen.rowsToSend);
    await call('check.undo', { id });
    expect((await call('cost.get', { id })).best).toEqual(seen.best);
  });
});

describe('rows that are others after the choice', () => {
  it('read again below their headings have the order made again', async () => {
    const id = await imported('N', 6);
    await call('cost.choose', { id, best: best(first(2)) });
    await call('import.change', { id, headerRow: 1 });
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 2, best: { chosen: 2, notChosen: 4 } });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['N5', 'N6']);
  });

  it('read again from the file are all sent, which their view and the timeline say', async () => {
    const id = await imported('P', 6);
    await call('cost.choose', { id, best: best(first(2)) });
    const { notes } = await call('import.change', { id, encoding: 'utf-8' });
    expect(notes).toContainEqual(expect.stringContaining('now everyone is sent'));
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 6, best: null });
    const titles = (await call('project.timeline', { id })).map(({ title }) => title);
    expect(titles.slice(-2)).toEqual([expect.stringContaining('Read'), 'Everyone is sent']);
    expect((await call('import.change', { id, encoding: null })).notes).not.toContainEqual(expect.stringContaining('everyone is sent'));
  });

  it('with the gifts of another file have the order made again', async () => {
    const id = await imported('O', 6);
    const use = async (gift: string) => {
      const file = await desk.file('gifts.csv', ['ID,Date,Amount', gift]);
      await call('gifts.read', { id, file, options: {}, choices: STANDARD_GIFT_CHOICES });
      await call('gifts.use', { id });
    };
    await use('O1,01/15/2020,90000');
    const seen = await call('cost.choose', { id, best: best(first(1)) });
    expect((await call('cost.sample', { id, limit: 20 })).records.map(({ row }) => row)).toEqual([2]);
    await use('O2,01/15/2020,90000');
    const stale = { id, rows: 1, connectionId: desk.connectionId, quoteId: seen.quoteId };
    await expect(call('project.send', stale)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['O2']);
  });
});

describe('a program that ends while people are chosen', () => {
  it.each(['before', 'after'] as const)('%s the choice is stored has all of it or nothing', async (at) => {
    const prefix = at === 'before' ? 'G' : 'H';
    const id = await imported(prefix, 10);
    failing = at;
    await expect(call('cost.choose', { id, best: best(first(4)) })).rejects.toMatchObject({ code: 'INTERNAL' });
    desk.log.errors.length = 0;
    failing = 'no';
    await desk.restart();
    const cost = await call('cost.get', { id });
    expect(cost).toMatchObject(at === 'before' ? { rowsToSend: 10, best: null } : { rowsToSend: 4, best: { chosen: 4, notChosen: 6 } });
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(at === 'before' ? ids(prefix, 1, 10) : ids(prefix, 7, 10));
  });

  it('keeps the choice that was stored, on the next day too', async () => {
    const id = await imported('I', 10);
    const { best: seen } = await call('cost.choose', { id, best: best(first(4), { sample: 0.5 }) });
    desk.clockOffset += 86_400_000;
    await desk.restart();
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 7, best: seen });
    const timeline = await call('project.timeline', { id });
    expect(timeline.filter(({ title }) => title === 'Chose who to send')).toHaveLength(1);
  });
});

describe('the rest of a list', () => {
  it('is screened later with its corrections, and nobody is paid for twice, nor by a newer list', async () => {
    // A row without an ID cannot be recognized later, so it is not compared.
    const id = await imported('K', 8, line('K', 9, ''), line('K', 50, ''));
    await call('projects.change', { id, recencyDays: 0 });
    await call('cost.choose', { id, best: best(first(4)) });
    await call('check.edit', { id, row: 2, field: 'city', value: 'Boston' });
    await expect(call('projects.screenRest', { id })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await desk.send(id);
    const charged = await desk.charged();
    const rest = await call('projects.screenRest', { id });
    expect((await call('projects.screenRest', { id })).id).toBe(rest.id);
    await desk.idle();
    expect(rest).toMatchObject({ name: expect.stringMatching(/^The rest: /), lineage: { kind: 'baseline', of: id, rest: true } });
    expect(await call('cost.get', { id: rest.id })).toMatchObject({
      rowsInFile: 6,
      rowsToSend: 6,
      leftOut: [],
      best: null,
      baseline: null,
    });
    const { records } = await call('cost.sample', { id: rest.id, limit: 20 });
    expect(records[0]).toMatchObject({ row: 2, values: expect.arrayContaining([{ field: 'city', value: 'Boston' }]) });
    await desk.send(rest.id);
    expect((await desk.charged()) - charged).toBe(6);
    const sent = [...(await desk.idsOnService(id)), ...(await desk.idsOnService(rest.id))];
    expect(new Set(sent).size).toBe(10);
    await expect(call('projects.screenRest', { id })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining('The rest: '),
    });
    const newer = await imported('K', 9);
    await call('projects.change', { id: newer, baselineId: id, recencyDays: 0 });
    expect(await call('cost.get', { id: newer })).toMatchObject({ rowsToSend: 2 });
  });

  it('is not sent when a newer list may have sent these people', async () => {
    const id = await imported('L', 6);
    await call('projects.change', { id, recencyDays: 0 });
    await call('cost.choose', { id, best: best(first(2)) });
    await desk.send(id);
    const rest = await call('projects.screenRest', { id });
    await desk.idle();
    const newer = await imported('L', 6);
    await call('projects.change', { id: newer, baselineId: id, recencyDays: 0 });
    await desk.send(newer);
    expect(await desk.idsOnService(newer)).toEqual(ids('L', 1, 4));
    await call('projects.change', { id: rest.id, recencyDays: 0 });
    const before = await desk.charged();
    await expect(desk.send(rest.id)).rejects.toMatchObject({ code: 'NOT_NOW' });
    expect(await desk.charged()).toBe(before);
  });

  it('of a list in parts has only who was not chosen', async () => {
    const { connectionId } = desk;
    const { settings } = (await call('connections.list', {})).find(({ id }) => id === connectionId)!;
    await call('connections.change', { id: connectionId, settings: { ...settings, maxRows: 3 } });
    try {
      const id = await imported('M', 10);
      await call('cost.choose', { id, best: best(first(5)) });
      const before = await desk.charged();
      await desk.send(id, 2);
      expect((await desk.charged()) - before).toBe(5);
      const rest = await call('projects.screenRest', { id });
      await desk.idle();
      await desk.send(rest.id, 2);
      expect((await desk.charged()) - before).toBe(10);
    } finally {
      await call('connections.change', { id: connectionId, settings });
    }
  });
});
