/**
 * The people who were not chosen are sent once: not also by a newer list, by a resumed list, or as refused rows.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import { localTasks } from '../../kit/local-tasks.ts';
import { best, first, HEADINGS, ids, line, rankedList } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
const call: typeof desk.call = (...asked) => desk.call(...asked);
const imported = async (prefix: string, count: number) => await desk.importList(rankedList(prefix, count));

/** Every list here has no recency window, so only the comparison of the lists keeps people from being sent twice. */
describe('the rest and a newer list without a recency window', () => {
  const screened = async (prefix: string) => {
    const id = await imported(prefix, 6);
    await call('projects.change', { id, recencyDays: 0 });
    await call('cost.choose', { id, best: best(first(2)) });
    await desk.send(id);
    return id;
  };
  const restOf = async (id: string) => {
    const rest = await call('projects.screenRest', { id });
    await desk.idle();
    return rest.id;
  };
  /** A newer list with one more person, because the same body as the rest's would be refused. */
  const newerThan = async (id: string, prefix: string) => {
    const newer = await imported(prefix, 7);
    await call('projects.change', { id: newer, baselineId: id, recencyDays: 0 });
    return newer;
  };

  /** The service refuses the project, so the list waits for a decision. */
  const sentRefused = async (id: string) => {
    await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
    await desk.send(id);
    await desk.practice.client.clearFaults();
  };

  it.each(['there', 'removed'])('do not both send the rest of a rest that is %s', async (is) => {
    const prefix = is === 'there' ? 'PA' : 'PB';
    const id = await screened(prefix);
    const rest = await restOf(id);
    await call('cost.choose', { id: rest, best: best(first(2)) });
    await desk.send(rest);
    const last = await restOf(rest);
    const newer = await newerThan(id, prefix);
    await desk.send(newer);
    expect(await desk.idsOnService(newer)).toEqual([`${prefix}1`, `${prefix}2`, `${prefix}7`]);
    if (is === 'removed') await call('projects.remove', { id: rest, loseResults: true });
    const before = await desk.charged();
    await expect(desk.send(last)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('was sent since') });
    expect(await desk.charged()).toBe(before);
  });

  it('do not both send these people after the first list was removed', async () => {
    const id = await screened('PC');
    const rest = await restOf(id);
    await desk.send(await newerThan(id, 'PC'));
    await call('projects.remove', { id, loseResults: true });
    const before = await desk.charged();
    await expect(desk.send(rest)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('was sent since') });
    expect(await desk.charged()).toBe(before);
  });

  it('can be sent after the first list was removed, when nobody else was', async () => {
    const id = await screened('PD');
    const rest = await restOf(id);
    await call('projects.remove', { id, loseResults: true });
    await desk.send(rest);
    expect(await desk.idsOnService(rest)).toEqual(ids('PD', 1, 4));
  });

  it.each([
    ['newer', 'there', 'PE'],
    ['rest', 'there', 'PF'],
    ['newer', 'removed', 'PH'],
    ['rest', 'removed', 'PI'],
  ])('do not both send them when the %s one was given up and is resumed, and the first list is %s', async (which, is, prefix) => {
    const id = await screened(prefix);
    const rest = await restOf(id);
    const newer = await newerThan(id, prefix);
    const [one, other] = which === 'newer' ? [newer, rest] : [rest, newer];
    await sentRefused(one);
    await call('project.decide', { id: one, choice: 'give-up' });
    await desk.send(other);
    if (is === 'removed') await call('projects.remove', { id, loseResults: true });
    const before = await desk.charged();
    await expect(call('project.resume', { id: one })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await desk.idle();
    expect(await desk.charged()).toBe(before);
  });

  it.each([
    ['newer', 'PM'],
    ['rest', 'PN'],
  ])('do not both send them while the %s one waits for an answer', async (which, prefix) => {
    const id = await screened(prefix);
    const rest = await restOf(id);
    const newer = await newerThan(id, prefix);
    const [one, other] = which === 'newer' ? [newer, rest] : [rest, newer];
    await sentRefused(one);
    expect((await call('projects.get', { id: one })).state.at).toBe('needs-decision');
    const before = await desk.charged();
    await expect(desk.send(other)).rejects.toMatchObject({ code: 'NOT_NOW' });
    await desk.idle();
    expect(await desk.charged()).toBe(before);
  });
});

describe('the rest of a list that also sends recently screened people', () => {
  it('does not send people again who were screened in another list in between', async () => {
    const id = await imported('PL', 6);
    await call('projects.change', { id, resendRecent: true });
    await call('cost.choose', { id, best: best(first(2)) });
    await desk.send(id);
    await desk.send(await imported('PL', 3));
    const rest = await call('projects.screenRest', { id });
    await desk.idle();
    expect(await call('cost.get', { id: rest.id })).toMatchObject({
      rowsToSend: 1,
      resendRecent: false,
      leftOut: [{ reason: 'recentlyScreened', rows: 3 }],
    });
    const before = await desk.charged();
    await desk.send(rest.id);
    expect(await desk.idsOnService(rest.id)).toEqual(['PL4']);
    expect((await desk.charged()) - before).toBe(1);
  });
});

describe('a list that was stopped and starts again', () => {
  const stopped = async (id: string) => {
    await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'create' } });
    await desk.send(id);
    await call('project.cancel', { id });
    await desk.practice.client.clearFaults();
    await call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
  };
  const again = async (id: string) => {
    const { id: draft } = await call('projects.startAgain', { id });
    await desk.idle();
    return draft;
  };

  it('sends the same people', async () => {
    const id = await imported('PJ', 6);
    const { best: seen } = await call('cost.choose', { id, best: best(first(2), { sample: 0.5 }) });
    const wanted = (await call('cost.sample', { id, limit: 20 })).records.map(({ row }) => `PJ${row - 1}`);
    await stopped(id);
    const draft = await again(id);
    expect(await call('cost.get', { id: draft })).toMatchObject({ rowsToSend: 4, best: seen });
    await desk.send(draft);
    expect(await desk.idsOnService(draft)).toEqual(wanted.toSorted());
  });

  it('stays the rest of a list that was removed', async () => {
    const id = await imported('PK', 6);
    await call('projects.change', { id, recencyDays: 0 });
    await call('cost.choose', { id, best: best(first(2)) });
    await desk.send(id);
    const rest = await call('projects.screenRest', { id });
    await desk.idle();
    await stopped(rest.id);
    const newer = await imported('PK', 7);
    await call('projects.change', { id: newer, baselineId: id, recencyDays: 0 });
    await desk.send(newer);
    await call('projects.remove', { id, loseResults: true });
    const draft = await again(rest.id);
    const before = await desk.charged();
    await expect(desk.send(draft)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('was sent since') });
    expect(await desk.charged()).toBe(before);
  });
});

describe('a list with rows of another one', () => {
  it('is not read again from the file, which has the people who were sent', async () => {
    // A row without an ID cannot be compared, so it would be sent again.
    const lines = [...rankedList('PG', 6), line('PG', 50, '')];
    const id = await desk.importList(lines);
    await call('projects.change', { id, recencyDays: 0 });
    await call('cost.choose', { id, best: best(first(2)) });
    await desk.send(id);
    const rest = (await call('projects.screenRest', { id })).id;
    await desk.idle();
    const file = await desk.file('list.csv', lines);
    await expect(call('import.change', { id: rest, encoding: 'utf-8', file })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining('come from another list'),
    });
    await desk.send(rest);
    expect(await desk.idsOnService(rest)).toEqual(ids('PG', 1, 5));
  });
});

describe('refused rows, of which only the first by an order were sent again', () => {
  it('have no rest: the others are still refused rows of their list', async () => {
    const refused = [1, 2, 3].map((n) => `${line('Q', n)},q${n}@example.invalid`);
    const id = await desk.importList([`${HEADINGS},Email`, `${line('Q', 9)},q9@example.org`, ...refused]);
    await call('projects.change', { id, recencyDays: 0, sendErrors: true });
    await desk.send(id);
    const fix = async (...numbers: number[]) => {
      const { id: fixing } = await call('projects.fixRefused', { id });
      await desk.idle();
      await call('projects.change', { id: fixing, recencyDays: 0 });
      for (const n of numbers) await call('check.edit', { id: fixing, row: n + 2, field: 'personalEmail', value: `q${n}@example.org` });
      return fixing;
    };
    const before = await desk.charged();
    const fixing = await fix(1, 2, 3);
    await call('cost.choose', { id: fixing, best: best(first(1)) });
    await desk.send(fixing);
    await expect(call('projects.screenRest', { id: fixing })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining('Fix them there again'),
    });
    const others = await fix(1, 2);
    await desk.send(others);
    expect(await desk.idsOnService(others)).toEqual(['Q1', 'Q2']);
    expect((await desk.charged()) - before).toBe(3);
  });
});
