/** A pilot, its rest and newer lists: nobody is paid for twice, whatever was fetched again or removed, even without a recency window. */
import { describe, expect, it } from 'vitest';
import { localTasks } from '../../kit/local-tasks.ts';
import { people, pilotLists } from '../../kit/pilot-lists.ts';
import { HEADINGS, ids, line, pilot } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
const call: typeof desk.call = (...asked) => desk.call(...asked);
const { restOf, stateOf, piloted, newerThan } = pilotLists(desk);

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
  /** A pilot whose rest corrects the person in row 6. `restOfRest`: the rest is itself a pilot. */
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
    // With one more person, because the same body as the pilot's would be refused.
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
    // A different person by every key except the ID.
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
    // With the right numbers, the same draft is sent.
    expect((await call('project.sendRest', { id, rows: 6, credits: 6 })).id).toBe(rest.id);
    await desk.idle();
    expect((await desk.charged()) - before).toBe(6);
  });

  it('are not sent when a newer list has sent them in the meantime', async () => {
    const id = await piloted('XF');
    await desk.send(id);
    const rest = await restOf(id);
    const newer = await newerThan(id, 'XF', line('XF', 10));
    const before = await desk.charged();
    desk.duringNextRequest = async () => {
      await call('project.send', { id: newer, rows: 7, connectionId: desk.connectionId });
    };
    await expect(desk.send(rest)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('was sent since') });
    await desk.idle();
    expect(await desk.idsOnService(newer)).toEqual(['XF10', ...others('XF')]);
    expect((await desk.charged()) - before).toBe(7);
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
