/** A pilot, its rest and newer lists pay for nobody twice, whatever was given up, fetched again or removed. Nobody counts as recently screened. */
import { describe, expect, it } from 'vitest';
import { localTasks } from '../../kit/local-tasks.ts';
import { HEADINGS, ids, line, pilot, rankedList } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
const call: typeof desk.call = (...asked) => desk.call(...asked);

const restOf = async (id: string) => {
  const rest = await call('projects.screenRest', { id });
  await desk.idle();
  return rest.id;
};
const stateOf = async (id: string) => (await call('projects.get', { id })).state;
const people = (prefix: string) => rankedList(prefix, 9);

/** A pilot of the first three of nine people, not sent yet. */
async function piloted(prefix: string): Promise<string> {
  const id = await desk.importList(people(prefix));
  await call('projects.change', { id, recencyDays: 0 });
  await call('cost.choose', { id, best: pilot(3, [`${prefix}1`, `${prefix}2`, `${prefix}3`]) });
  return id;
}

async function newerThan(of: string, prefix: string, ...more: string[]): Promise<string> {
  const id = await desk.importList([...people(prefix), ...more]);
  await call('projects.change', { id, baselineId: of, recencyDays: 0 });
  return id;
}

/** The same file again with the corrections of the earlier screening. */
async function carriedOver(of: string, prefix: string): Promise<string> {
  const id = await newerThan(of, prefix);
  await call('check.applyCarriedCorrections', { id });
  return id;
}

const correct = async (id: string, row: number) => await call('check.edit', { id, row, field: 'city', value: 'Boston' });

const NOBODY = { rowsToSend: 0, baseline: { newRows: 0, changed: 0, unchanged: 9 } };
const costOf = async (id: string) => await call('cost.get', { id });

describe('the same file after a pilot and a rest with a correction', () => {
  /** A pilot whose rest corrects the person in row 6. The rest is a pilot again with `restOfRest`. */
  const screened = async (prefix: string, restOfRest = false) => {
    const id = await piloted(prefix);
    await desk.send(id);
    const rest = await restOf(id);
    await correct(rest, 6);
    if (restOfRest) await call('cost.choose', { id: rest, best: pilot(3, [`${prefix}4`, `${prefix}5`, `${prefix}6`]) });
    await desk.send(rest);
    return { id, rest };
  };

  it('sends nobody after the results of the pilot were fetched again', async () => {
    const { id } = await screened('SA');
    await call('results.fetchAgain', { id });
    expect(await costOf(await carriedOver(id, 'SA'))).toMatchObject(NOBODY);
  });

  it('sends nobody when its rest brought a row without a result', async () => {
    const id = await piloted('SB');
    await desk.send(id);
    const rest = await restOf(id);
    await correct(rest, 6);
    await desk.practice.client.setFaults({ kind: 'missing-profiles', every: 6, times: null });
    await desk.send(rest);
    await desk.keepPartialResults();
    await desk.practice.client.clearFaults();
    expect(await stateOf(id)).toMatchObject({ at: 'done', counts: { submitted: 9, scored: 8, unknown: 1 } });
    expect(await call('cost.get', { id: await carriedOver(id, 'SB') })).toMatchObject({
      rowsToSend: 0,
      baseline: { newRows: 0, changed: 0 },
    });
  });

  it('is compared with the whole when a rest of the rest is chosen', async () => {
    const { id, rest } = await screened('SC', true);
    const last = await restOf(rest);
    await desk.send(last);
    await call('results.fetchAgain', { id });
    const newer = await carriedOver(last, 'SC');
    expect(await call('projects.get', { id: newer })).toMatchObject({ lineage: { kind: 'baseline', of: id } });
    expect(await costOf(newer)).toMatchObject(NOBODY);
  });

  it('is compared with the whole when a part of the rest is chosen', async () => {
    const { connectionId } = desk;
    const { settings } = (await call('connections.list', {})).find((one) => one.id === connectionId)!;
    await call('connections.change', { id: connectionId, settings: { ...settings, maxRows: 3 } });
    try {
      const id = await piloted('SD');
      await desk.send(id);
      const rest = await restOf(id);
      await correct(rest, 6);
      await desk.send(rest, 2);
      await call('results.fetchAgain', { id });
      const part = (await call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === rest)!;
      const newer = await carriedOver(part.id, 'SD');
      expect(await call('projects.get', { id: newer })).toMatchObject({ lineage: { kind: 'baseline', of: id } });
      expect(await costOf(newer)).toMatchObject(NOBODY);
    } finally {
      await call('connections.change', { id: connectionId, settings });
    }
  });

  it('can be compared with the rest after the pilot was removed', async () => {
    const { id, rest } = await screened('SE');
    await call('projects.remove', { id, loseResults: true });
    // With one more person, so that it is not the same body as the pilot.
    const newer = await desk.importList([...people('SE'), line('SE', 10)]);
    await call('projects.change', { id: newer, recencyDays: 0 });
    expect((await call('cost.baselines', { id: newer })).map((offer) => offer.id)).toEqual([rest]);
    await call('projects.change', { id: newer, baselineId: rest });
    await call('check.applyCarriedCorrections', { id: newer });
    await desk.send(newer);
    expect(await desk.idsOnService(newer)).toEqual(['SE1', 'SE10', 'SE2', 'SE3']);
  });
});

describe('the same file after the list with the corrected refused rows of a pilot was removed', () => {
  it.each([
    ['compared with the pilot', 'WA', 0],
    ['without a comparison, by the days', 'WB', 365],
  ])('sends nobody: the pilot knows them as they were corrected, %s', async (_how, prefix, recencyDays) => {
    const file = (email: string) => [
      `${HEADINGS},Email`,
      ...[1, 2, 3].map((at) => `${line(prefix, at)},${at === 2 ? email : `p${at}@example.org`}`),
    ];
    const id = await desk.importList(file('p2@example.invalid'));
    await call('projects.change', { id, recencyDays: 0, sendErrors: true });
    await call('cost.choose', { id, best: pilot(2, [`${prefix}1`, `${prefix}2`]) });
    await desk.send(id);
    await desk.send(await restOf(id));
    const retry = await call('projects.fixRefused', { id });
    await desk.idle();
    await call('projects.change', { id: retry.id, recencyDays: 0 });
    // Another person by every key but the ID.
    for (const [field, value] of [
      ['personalEmail', 'wren@example.org'],
      ['primaryLast', 'Wrenfield'],
      ['street', '77 Ridge Rd'],
    ] as const)
      // prettier-ignore
      await call('check.edit', { id: retry.id, row: 3, field, value });
    await desk.send(retry.id);
    expect(await stateOf(id)).toMatchObject({ at: 'done', counts: { submitted: 3, scored: 3, refused: 0 } });
    await call('projects.remove', { id: retry.id });

    const before = await desk.charged();
    const columns = file('wren@example.org')[2]!.split(',');
    const [lastName, street] = ['Last Name', 'Address'].map((heading) => HEADINGS.split(',').indexOf(heading)) as [number, number];
    const corrected = columns.with(lastName, 'Wrenfield').with(street, '77 Ridge Rd').join(',');
    const newer = await desk.importList([...file('').slice(0, 2), corrected, file('')[3]!, `${line(prefix, 9)},p9@example.org`]);
    await call('projects.change', { id: newer, recencyDays, baselineId: recencyDays === 0 ? id : null });
    await desk.send(newer);
    expect(await desk.idsOnService(newer)).toEqual([`${prefix}9`]);
    expect((await desk.charged()) - before).toBe(1);
  });
});

describe('the others of a pilot, sent by one click', () => {
  const others = (prefix: string) => ids(prefix, 4, 9);

  it('are sent once for the price that was shown, however often and in however many windows it is clicked', async () => {
    const id = await piloted('XA');
    await desk.send(id);
    const before = await desk.charged();
    const clicks = await Promise.allSettled([1, 2, 3].map(() => call('project.sendRest', { id, rows: 6, credits: 6 })));
    expect(clicks.filter(({ status }) => status === 'fulfilled')).not.toEqual([]);
    await desk.idle();
    await expect(call('project.sendRest', { id, rows: 6, credits: 6 })).rejects.toMatchObject({ code: 'NOT_NOW' });
    const rest = (await call('projects.list', {})).filter(({ lineage }) => lineage?.of === id);
    expect(rest).toHaveLength(1);
    expect(await desk.idsOnService(rest[0]!.id)).toEqual(others('XA'));
    expect((await desk.charged()) - before).toBe(6);
    expect(await stateOf(id)).toMatchObject({ counts: { submitted: 9, scored: 9 } });
  });

  it.each([
    ['another number of people', 'XB', { rows: 5, credits: 6 }],
    ['another price', 'XC', { rows: 6, credits: 5 }],
  ])('are a draft when the user saw %s', async (_what, prefix, seen) => {
    const id = await piloted(prefix);
    await desk.send(id);
    const before = await desk.charged();
    const rest = await call('project.sendRest', { id, ...seen });
    expect(rest.state.at).toBe('draft');
    await desk.idle();
    expect(await stateOf(rest.id)).toMatchObject({ at: 'draft' });
    expect((await desk.charged()) - before).toBe(0);
    // The right numbers send the same draft.
    expect((await call('project.sendRest', { id, rows: 6, credits: 6 })).id).toBe(rest.id);
    await desk.idle();
    expect((await desk.charged()) - before).toBe(6);
  });

  it('are a draft when this was moved to another connection', async () => {
    const id = await piloted('XE');
    await desk.send(id);
    const rest = await restOf(id);
    await call('projects.change', { id: rest, connectionId: 'practice' });
    expect(await call('project.sendRest', { id, rows: 6, credits: 6 })).toMatchObject({ id: rest, state: { at: 'draft' } });
  });

  it('are a draft when another list has sent one of them since', async () => {
    const id = await piloted('XD');
    await call('projects.change', { id, recencyDays: 365 });
    await call('cost.choose', { id, best: pilot(3, ['XD1', 'XD2', 'XD3']) });
    await desk.send(id);
    await desk.send(await desk.importList([people('XD')[0]!, people('XD')[5]!]));
    const before = await desk.charged();
    expect(await call('project.sendRest', { id, rows: 6, credits: 6 })).toMatchObject({ state: { at: 'draft' } });
    await desk.idle();
    expect((await desk.charged()) - before).toBe(0);
  });
});

describe('the same file after the rest of a pilot was removed', () => {
  it.each([
    ['compared with the pilot', 'VA', 0],
    ['without a comparison, by the days', 'VB', 365],
  ])('sends nobody: its results are those of the pilot, %s', async (_how, prefix, recencyDays) => {
    const id = await piloted(prefix);
    await desk.send(id);
    const rest = await restOf(id);
    await correct(rest, 6);
    await desk.send(rest);
    await call('projects.remove', { id: rest });
    const newer = await carriedOver(id, prefix);
    if (recencyDays > 0) await call('projects.change', { id: newer, baselineId: null, recencyDays });
    expect(await call('cost.get', { id: newer })).toMatchObject({ rowsToSend: 0 });
  });

  it('sends nobody after a rest in parts, whose parts were removed first', async () => {
    const { connectionId } = desk;
    const { settings } = (await call('connections.list', {})).find((one) => one.id === connectionId)!;
    await call('connections.change', { id: connectionId, settings: { ...settings, maxRows: 3 } });
    try {
      const id = await piloted('VC');
      await desk.send(id);
      const rest = await restOf(id);
      await correct(rest, 9);
      await desk.send(rest, 2);
      const part = (await call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === rest)!;
      await call('projects.remove', { id: part.id });
      expect(await costOf(await carriedOver(id, 'VC'))).toMatchObject(NOBODY);
      await call('projects.remove', { id: rest });
      expect(await costOf(await carriedOver(id, 'VC'))).toMatchObject(NOBODY);
    } finally {
      await call('connections.change', { id: connectionId, settings });
    }
  });

  it('sends a refused person of the rest again, who is not paid for', async () => {
    const email = (n: number) => `p${n}@example.${n === 6 ? 'invalid' : 'org'}`;
    const list = people('VD').map((text, at) => `${text},${at === 0 ? 'Email' : email(at)}`);
    const id = await desk.importList(list);
    await call('projects.change', { id, recencyDays: 0, sendErrors: true });
    await call('cost.choose', { id, best: pilot(3, ['VD1', 'VD2', 'VD3']) });
    await desk.send(id);
    const rest = await restOf(id);
    await correct(rest, 8);
    await desk.send(rest);
    expect(await stateOf(id)).toMatchObject({ at: 'done', counts: { scored: 8, refused: 1 } });
    await call('projects.remove', { id: rest });
    const newer = await desk.importList(list.map((text) => text.replace('p6@example.invalid', 'p6@example.org')));
    await call('projects.change', { id: newer, baselineId: id, recencyDays: 0 });
    await call('check.applyCarriedCorrections', { id: newer });
    await desk.send(newer);
    expect(await desk.idsOnService(newer)).toEqual(['VD6']);
  });
});

const { client } = desk.practice;

/** The service has another number of rows than were sent, and seems to be at work on them. */
async function spoiled(id: string, start: () => Promise<unknown>): Promise<void> {
  await client.setFaults(
    { kind: 'partial-list', rows: 1, on: { step: 'add' } },
    { kind: 'status-word', word: 'processing', times: null, on: { step: 'status' } },
  );
  await start();
  await desk.idle();
  await client.clearFaults();
  expect(await stateOf(id)).toMatchObject({ at: 'needs-decision', question: 'add-spoiled' });
}

/** Sends a list whose arrival is not clear, and gives it up: it may be paid for. */
async function giveUpAsMaybe(id: string): Promise<void> {
  await spoiled(id, () => desk.send(id));
  await call('project.decide', { id, choice: 'give-up' });
  expect(await stateOf(id)).toMatchObject({ at: 'ended', charged: 'maybe' });
}

/** Resumes it, starts over on the service, and stops it there: nothing was paid for. */
async function stopFree(id: string): Promise<void> {
  await spoiled(id, () => call('project.resume', { id }));
  await client.setFaults({ kind: 'status', status: 401, times: null });
  await call('project.decide', { id, choice: 'start-over' });
  await desk.idle();
  await call('project.cancel', { id });
  await client.clearFaults();
  await call('connections.setToken', { id: desk.connectionId, token: client.token });
  await desk.idle();
  expect(await stateOf(id)).toMatchObject({ at: 'ended', charged: 'no', resume: null });
}

/** A list with a choice of three of its people was given up when it could be paid for, and the others were sent. */
async function withRestSent(id: string, prefix: string): Promise<{ id: string; last: string }> {
  await call('cost.choose', {
    id,
    best: pilot(
      3,
      [4, 5, 6].map((n) => `${prefix}${n}`),
    ),
  });
  await giveUpAsMaybe(id);
  const last = await restOf(id);
  await desk.send(last);
  expect(await desk.idsOnService(last)).toEqual(ids(prefix, 7, 9));
  return { id, last };
}

/** Why a list cannot start again, and how many credits that cost. */
async function refusedRestart(id: string): Promise<[why: unknown, credits: number]> {
  const before = await desk.charged();
  const why = await call('projects.startAgain', { id }).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  await desk.idle();
  return [why, (await desk.charged()) - before];
}

describe('a pilot that was given up as one that may be paid for, and then stopped without charge', () => {
  const IMPORT = 'has people of this list. Import the file again';

  it.each<[string, string, string, (rest: string) => Promise<unknown>]>([
    ['has its results', 'TA', IMPORT, (rest) => desk.send(rest)],
    ['waits for an answer', 'TB', IMPORT, (rest) => spoiled(rest, () => desk.send(rest))],
    ['may be paid for', 'TC', IMPORT, (rest) => giveUpAsMaybe(rest)],
    [
      'was removed when it may be paid for',
      'TD',
      IMPORT,
      async (rest) => {
        await giveUpAsMaybe(rest);
        await call('projects.remove', { id: rest, loseResults: true });
      },
    ],
    [
      'can be resumed',
      'TE',
      IMPORT,
      async (rest) => {
        await client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
        await desk.send(rest);
        await client.clearFaults();
        await call('project.decide', { id: rest, choice: 'give-up' });
        expect(await stateOf(rest)).toMatchObject({ at: 'ended', charged: 'no', resume: { at: 'creating' } });
      },
    ],
    ['is not sent yet', 'TF', 'has people of this list. Remove it, then start again.', async () => undefined],
  ])('cannot start again when its rest %s', async (_is, prefix, words, act) => {
    const id = await piloted(prefix);
    await giveUpAsMaybe(id);
    await act(await restOf(id));
    await stopFree(id);
    expect(await refusedRestart(id)).toEqual([expect.stringContaining(words), 0]);
  });

  it('starts again as a whole after the draft of its rest was removed', async () => {
    const id = await piloted('TG');
    await giveUpAsMaybe(id);
    const rest = await restOf(id);
    await stopFree(id);
    await call('projects.remove', { id: rest });
    const { id: again } = await call('projects.startAgain', { id });
    await desk.idle();
    await call('cost.choose', { id: again, best: null });
    await desk.send(again);
    expect(await desk.idsOnService(again)).toEqual(ids('TG', 1, 9));
  });

  it('cannot start again when a rest of its rest was sent', async () => {
    const id = await piloted('TH');
    await giveUpAsMaybe(id);
    const { id: rest } = await withRestSent(await restOf(id), 'TH');
    await stopFree(rest);
    expect(await refusedRestart(rest)).toEqual([expect.stringContaining(IMPORT), 0]);
    await stopFree(id);
    expect(await refusedRestart(id)).toEqual([expect.stringContaining(IMPORT), 0]);
  });
});

describe('a rest that was given up, and whose own rest was sent', () => {
  const screened = async (prefix: string) => {
    const id = await piloted(prefix);
    await desk.send(id);
    const { id: rest, last } = await withRestSent(await restOf(id), prefix);
    await stopFree(rest);
    return { id, rest, last };
  };

  it('leaves its pilot without another rest, so that nobody is sent twice', async () => {
    const { id, last } = await screened('UA');
    const { name } = await call('projects.get', { id: last });
    await expect(call('projects.screenRest', { id })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining(`“${name}” was sent since`),
    });
  });

  it.each(['there', 'removed'])('is %s: a newer list sends only those who were not paid for', async (is) => {
    const prefix = is === 'there' ? 'UB' : 'UC';
    const { id, rest } = await screened(prefix);
    if (is === 'removed') await call('projects.remove', { id: rest });
    // With one more person, so that it is not the same body.
    const newer = await newerThan(id, prefix, line(prefix, 10));
    await desk.send(newer);
    expect(await desk.idsOnService(newer)).toEqual([`${prefix}10`, ...ids(prefix, 4, 6)]);
  });

  it('keeps a newer list from being sent while its own rest is', async () => {
    const id = await piloted('UD');
    await desk.send(id);
    const rest = await restOf(id);
    await call('cost.choose', { id: rest, best: pilot(3, ['UD4', 'UD5', 'UD6']) });
    await giveUpAsMaybe(rest);
    const last = await restOf(rest);
    await spoiled(last, () => desk.send(last));
    await stopFree(rest);
    const newer = await newerThan(id, 'UD', line('UD', 10));
    const before = await desk.charged();
    await expect(desk.send(newer)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('is not finished') });
    await desk.idle();
    expect(await desk.charged()).toBe(before);
  });
});
