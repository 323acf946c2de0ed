/**
 * Two settings are compared on the same pilot: exactly its people are charged a second time, only once, and only after a confirmation.
 * @module-tag deep
 */
import { describe, expect, it, vi } from 'vitest';
import { ProjectRemoval } from '../../../main/projects/project-removal.ts';
import { recordSections } from '../../../shared/view-texts/record-texts.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { pilotLists } from '../../kit/pilot-lists.ts';
import { HEADINGS, ids, line, pilot, rankedList } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
const call: typeof desk.call = (...asked) => desk.call(...asked);
const { piloted, restOf, stateOf } = pilotLists(desk);

const OTHER = { scoreWeights: { propensity: 1, affinity: 1, capacity: 8 } };
const asked = (id: string, more: object = {}) =>
  ({ id, connectionId: desk.connectionId, scoreConfiguration: OTHER, rows: 3, credits: 3, ...more }) as const;
const compare = async (id: string, more: object = {}) => {
  const made = await call('project.comparePilot', asked(id, more));
  await desk.idle();
  return made.id;
};
const childrenOf = async (id: string) => (await call('projects.list', {})).filter(({ lineage }) => lineage?.of === id);
const sentPilot = async (prefix: string) => {
  const id = await piloted(prefix);
  await desk.send(id);
  return id;
};
const charged = async (work: () => Promise<unknown>) => {
  const before = await desk.charged();
  await work();
  return (await desk.charged()) - before;
};

/** A pilot of three people, one of whom the service refuses. */
const refusedIn = async (prefix: string) => {
  const lines = [1, 2, 3, 4].map((at) => `${line(prefix, at)},p${at}@example.${at === 2 ? 'invalid' : 'org'}`);
  const id = await desk.importList([`${HEADINGS},Email`, ...lines]);
  await call('projects.change', { id, recencyDays: 0, sendErrors: true });
  await call('cost.choose', { id, best: pilot(3, ids(prefix, 1, 3)) });
  await desk.send(id);
  return id;
};
/** The draft with its refused row, which is corrected. */
const correctedOf = async (id: string) => {
  const { id: retry } = await call('projects.fixRefused', { id });
  await desk.idle();
  await call('projects.change', { id: retry, recencyDays: 0 });
  await call('check.edit', { id: retry, row: 3, field: 'personalEmail', value: 'p2@example.org' });
  return retry;
};

describe('a comparison of a pilot', () => {
  it('charges exactly its people again, with their corrections, and does not change its results', async () => {
    const id = await piloted('CA');
    await call('check.edit', { id, row: 3, field: 'city', value: 'Salem' });
    await desk.send(id);
    const before = await call('results.pilot', { id, rankBy: null });
    let made = '';
    expect(await charged(async () => (made = await compare(id)))).toBe(3);
    expect(await desk.idsOnService(made)).toEqual(ids('CA', 1, 3));
    const { records } = await call('cost.sample', { id: made, limit: 20 });
    expect(records.find(({ row }) => row === 3)!.values).toContainEqual({ field: 'city', value: 'Salem' });
    expect(await call('results.pilot', { id, rankBy: null })).toEqual(before);
    expect(await stateOf(id)).toMatchObject({ counts: { submitted: 3, scored: 3 } });
    expect((await call('results.get', { id })).later).toEqual([{ kind: 'comparison', credits: 3 }]);
    expect((await call('report.get', { id })).report.credits!.lines.slice(0, 2)).toMatchObject([
      { label: 'Spent', value: 6 },
      { label: 'Of these, to compare two settings', value: 3 },
    ]);
    const record = recordSections(await call('record.get', { id: made }));
    const decisions = record.find(({ title }) => title === 'Decisions taken')!.lines.map(({ value }) => value);
    expect(decisions).toEqual([
      'Confirmed that 3 people of a pilot are charged a second time, for about 3 credits, to compare two settings',
    ]);
    const who = recordSections(await call('record.get', { id })).find(({ title }) => title === 'Who and when')!;
    expect(who.lines.map(({ label }) => label)).toContain('The same people again');
    const cost = recordSections(await call('record.get', { id })).find(({ title }) => title === 'Cost')!;
    expect(cost.lines[1]).toEqual({
      label: 'The same people again, to compare two settings',
      value: `3 credits, in “${(await call('projects.get', { id: made })).name}”`,
    });
  });

  it('shows both results for each person', async () => {
    const id = await sentPilot('CB');
    expect(await call('results.pilotComparison', { id, rankBy: null })).toBeNull();
    const made = await compare(id);
    const view = (await call('results.pilotComparison', { id, rankBy: 'mostRecentScore.overallScore' }))!;
    expect(view).toMatchObject({
      ways: [
        { id, scoreConfiguration: null },
        { id: made, scoreConfiguration: OTHER },
      ],
      people: 3,
      counts: [
        { scored: 3, refused: 0, unknown: 0 },
        { scored: 3, refused: 0, unknown: 0 },
      ],
      scoredOnce: [0, 0],
    });
    const { differs, biggest, knownPeople } = view;
    expect(differs.same + differs.higher + differs.lower).toBe(3);
    expect(biggest).toHaveLength(differs.higher + differs.lower);
    const numbersOf = async (of: string) => {
      const selection = { outcome: 'scored' as const, filters: [], find: '' };
      const asked = { id: of, selection, columns: [view.rankedBy!], sort: null, offset: 0, limit: 20 };
      return new Map((await call('results.page', asked)).rows.map(({ row, cells }) => [row, Number(cells[0])]));
    };
    const numbers = [await numbersOf(id), await numbersOf(made)];
    expect(biggest.length).toBeGreaterThan(0);
    for (const one of biggest) expect(one.numbers).toEqual(numbers.map((of) => of.get(one.row)));
    expect(knownPeople.map(({ row }) => row)).toEqual([2, 3, 4]);
  });

  it.each([
    ['another number of people', 'CC', { rows: 4 }],
    ['another price', 'CD', { credits: 2 }],
    ['the settings of the pilot', 'CE', { scoreConfiguration: null }],
  ])('sends nobody for %s', async (_what, prefix, more) => {
    const id = await sentPilot(prefix);
    const spent = await charged(() => expect(compare(id, more)).rejects.toMatchObject({ code: 'INPUT_INVALID' }));
    expect([spent, await childrenOf(id)]).toEqual([0, []]);
  });

  it('is sent once, however often and in however many windows it is confirmed', async () => {
    const id = await sentPilot('CF');
    const spent = await charged(async () => {
      await Promise.allSettled([1, 2, 3].map(() => compare(id)));
      await desk.idle();
      await expect(
        compare(id, { scoreConfiguration: { scoreWeights: { propensity: 9, affinity: 1, capacity: 1 } } }),
      ).rejects.toMatchObject({
        code: 'NOT_NOW',
      });
    });
    expect(spent).toBe(3);
  });

  it('sends nobody when another list has sent one of its people since', async () => {
    const id = await piloted('CG');
    await call('projects.change', { id, recencyDays: 365 });
    await call('cost.choose', { id, best: pilot(3, ids('CG', 1, 3)) });
    await desk.send(id);
    const newer = await desk.importList([...rankedList('CG', 1), line('CG', 20)]);
    await call('projects.change', { id: newer, resendRecent: true });
    await desk.send(newer);
    const spent = await charged(() =>
      expect(compare(id)).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        message: expect.stringContaining('1 screened recently') as string,
      }),
    );
    expect([spent, await childrenOf(id)]).toEqual([0, []]);
  });

  it('is made only before the refused rows are sent again, and never of a comparison', async () => {
    const made = await compare(await refusedIn('CH'));
    expect(await stateOf(made)).toMatchObject({ counts: { submitted: 3, scored: 2, refused: 1 } });
    await expect(call('projects.fixRefused', { id: made })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await expect(call('projects.screenRest', { id: made })).rejects.toMatchObject({ code: 'NOT_NOW' });

    const id = await refusedIn('CJ');
    await desk.send(await correctedOf(id));
    const spent = await charged(() => expect(compare(id)).rejects.toMatchObject({ code: 'NOT_NOW' }));
    expect(spent).toBe(0);
  });

  it('is not sent when its refused rows are sent at the same moment', async () => {
    const id = await refusedIn('CO');
    const retry = await correctedOf(id);
    desk.duringNextRequest = async () => {
      await call('project.send', { id: retry, rows: 1, connectionId: desk.connectionId });
    };
    const spent = await charged(async () => {
      await expect(compare(id)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('compared once') as string });
      await desk.idle();
    });
    expect(spent).toBe(1);
    expect((await childrenOf(id)).map(({ lineage }) => lineage?.kind)).toEqual(['retry']);
  });

  it('prevents sending the refused rows while it is not finished', async () => {
    const id = await refusedIn('CP');
    const retry = await correctedOf(id);
    // The service has another number of rows than were sent, and seems to be working on them.
    await desk.practice.client.setFaults(
      { kind: 'partial-list', rows: 1, on: { step: 'add' } },
      { kind: 'status-word', word: 'processing', times: null, on: { step: 'status' } },
    );
    const made = await compare(id);
    await desk.practice.client.clearFaults();
    expect(await stateOf(made)).toMatchObject({ at: 'needs-decision' });
    const spent = await charged(() =>
      expect(desk.send(retry)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('is not finished') as string }),
    );
    expect(spent).toBe(0);
  });

  it('does not start again after it was stopped free of charge and another one was sent and removed', async () => {
    const id = await sentPilot('CQ');
    await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
    const stopped = await compare(id);
    await desk.practice.client.clearFaults();
    await call('project.decide', { id: stopped, choice: 'give-up' });
    expect(await stateOf(stopped)).toMatchObject({ at: 'ended', charged: 'no', resume: { at: 'creating' } });
    const spent = await charged(async () => {
      await call('projects.remove', { id: await compare(id), loseResults: true });
      await expect(call('project.resume', { id: stopped })).rejects.toMatchObject({
        code: 'NOT_NOW',
        message: expect.stringContaining('A list that was removed here was sent with people of this pilot') as string,
      });
      await desk.idle();
    });
    expect(spent).toBe(3);
  });

  it('is not sent as an ordinary list after the program ended before it could send it', async () => {
    const id = await sentPilot('CI');
    const send = vi.spyOn(ProjectRemoval.prototype, 'remove').mockResolvedValue(true);
    // The draft is kept, as after a kill.
    await expect(compare(id, { rows: 4 })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    send.mockRestore();
    const [left] = await childrenOf(id);
    const spent = await charged(async () => {
      const sending = call('project.send', { id: left!.id, rows: 3, connectionId: desk.connectionId });
      await expect(sending).rejects.toMatchObject({ code: 'NOT_NOW' });
      await compare(id);
    });
    expect(spent).toBe(3);
    expect(await childrenOf(id)).toHaveLength(1);
  });

  it('is removed at the next start if the program ended before it was sent; a comparison that was sent is kept', async () => {
    const [sent, left] = [await sentPilot('CK'), await sentPilot('CL')];
    const made = await compare(sent);
    const remove = vi.spyOn(ProjectRemoval.prototype, 'remove').mockResolvedValue(true);
    await expect(compare(left, { rows: 4 })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    remove.mockRestore();
    expect(await childrenOf(left)).toMatchObject([{ state: { at: 'draft' } }]);
    const removing = vi.spyOn(ProjectRemoval.prototype, 'remove');
    const spent = await charged(async () => {
      await desk.restart();
      expect(removing).toHaveBeenCalledOnce();
      await removing.mock.results[0]!.value;
    });
    removing.mockRestore();
    expect([spent, await childrenOf(left), (await childrenOf(sent)).map(({ id }) => id)]).toEqual([0, [], [made]]);
    expect(await charged(() => compare(left))).toBe(3);
  });

  it('is not offered for “same as last time”', async () => {
    const file = (prefix: string) => [`${HEADINGS},Table`, ...[1, 2, 3, 4].map((at) => `${line(prefix, at)},7`)];
    const id = await desk.importList(file('CM'));
    await call('projects.change', { id, recencyDays: 0 });
    await call('cost.choose', { id, best: pilot(3, ids('CM', 1, 3)) });
    await desk.send(id);
    await compare(id);
    const newer = await desk.importList(file('CN'));
    expect((await call('recipe.get', { id: newer })).offer).toMatchObject({ of: id });
  });
});

describe('the others of a compared pilot', () => {
  it('are sent as the office chooses, and their results join those of the pilot', async () => {
    const id = await sentPilot('DA');
    const made = await compare(id);
    const rest = await call('project.sendRest', { id, rows: 6, credits: 6, like: made });
    await desk.idle();
    expect(await call('cost.get', { id: rest.id })).toMatchObject({ scoreConfiguration: OTHER });
    expect(await stateOf(id)).toMatchObject({ counts: { submitted: 9, scored: 9 } });
    expect(await desk.idsOnService(rest.id)).toEqual(ids('DA', 4, 9));
  });

  it('are a separate list over another account', async () => {
    const id = await sentPilot('DC');
    const made = await compare(id, { connectionId: 'practice', scoreConfiguration: null });
    expect(await stateOf(made)).toMatchObject({ at: 'done', counts: { scored: 3 } });
    const rest = await call('project.sendRest', { id, rows: 6, credits: 6, like: made });
    await desk.idle();
    expect(await call('projects.get', { id: rest.id })).toMatchObject({
      connection: { id: 'practice' },
      lineage: { kind: 'baseline', of: id, rest: true },
      state: { at: 'done', counts: { submitted: 6 } },
    });
    expect(await stateOf(id)).toMatchObject({ counts: { submitted: 3, scored: 3 } });
    await expect(call('projects.screenRest', { id, like: id })).rejects.toMatchObject({ code: 'NOT_NOW' });
  });

  it('are a separate list when their draft is moved to another account, until it is moved back', async () => {
    const id = await sentPilot('DD');
    const rest = await restOf(id);
    const lineage = async () => (await call('projects.get', { id: rest })).lineage;
    await call('projects.change', { id: rest, connectionId: 'practice' });
    expect(await lineage()).toEqual({ kind: 'baseline', of: id, rest: true });
    await call('projects.change', { id: rest, connectionId: desk.connectionId });
    expect(await lineage()).toEqual({ kind: 'baseline', of: id, rest: true, merged: false });
    await call('projects.change', { id: rest, connectionId: 'practice' });
    const { rowsToSend } = await call('cost.get', { id: rest });
    await call('project.send', { id: rest, rows: rowsToSend, connectionId: 'practice', parts: 1 });
    await desk.idle();
    expect(await stateOf(rest)).toMatchObject({ at: 'done', counts: { submitted: 6 } });
    expect(await stateOf(id)).toMatchObject({ counts: { submitted: 3, scored: 3 } });
  });

  it('can still be sent as the pilot was', async () => {
    const id = await sentPilot('DB');
    const made = await compare(id);
    await restOf(id);
    await call('projects.screenRest', { id, like: made });
    const rest = await call('project.sendRest', { id, rows: 6, credits: 6, like: id });
    await desk.idle();
    expect(await call('cost.get', { id: rest.id })).toMatchObject({ scoreConfiguration: null });
  });
});
