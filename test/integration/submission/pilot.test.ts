/** A pilot sends exactly its people, its rest sends everyone else once, and their results are merged. */
import { describe, expect, it } from 'vitest';
import { recordSections } from '../../../shared/view-texts/record-texts.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { HEADINGS, ids, line, pilot, rankedList } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { summaryIn } from '../../kit/workbook-facts.ts';

const desk = await setupTestDesk(localTasks);
const call: typeof desk.call = (...asked) => desk.call(...asked);

const restOf = async (id: string) => {
  const rest = await call('projects.screenRest', { id });
  await desk.idle();
  return rest.id;
};
const shownIn = async (id: string, prefix: string) =>
  (await call('cost.sample', { id, limit: 20 })).records.map(({ row }) => `${prefix}${row - 1}`).toSorted();
const countsOf = async (id: string) => (await call('results.get', { id })).counts;

/** Every list here has no recency window, so only the pilot keeps people from being sent twice. */
async function piloted(prefix: string, people: number, size: number, known: readonly string[] = []): Promise<string> {
  const id = await desk.importList(rankedList(prefix, people));
  await call('projects.change', { id, recencyDays: 0 });
  await call('cost.choose', { id, best: pilot(size, known) });
  return id;
}

describe('a pilot', () => {
  it('sends exactly the people that the cost shows, known ones among them, for the price that it shows', async () => {
    const id = await piloted('RA', 12, 5, ['RA3', ' RA7 ', 'RA99']);
    expect(await call('cost.get', { id })).toMatchObject({
      rowsToSend: 5,
      estimate: 5,
      leftOut: [{ reason: 'notChosen', rows: 7 }],
      best: { people: 12, chosen: 5, sampled: 0, notChosen: 7, pilot: { known: 2, drawn: 3, named: 2, notFound: 1 } },
    });
    const shown = await shownIn(id, 'RA');
    expect(shown).toEqual(expect.arrayContaining(['RA3', 'RA7']));
    const before = await desk.charged();
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(shown);
    expect((await desk.charged()) - before).toBe(5);
    const record = recordSections(await call('record.get', { id })).find(({ title }) => title === 'Decisions taken');
    expect(record?.lines.map(({ value }) => value)).toEqual([
      'Chose a pilot: 5 of 12, 3 drawn with seed 4127, 2 you know',
      'Confirmed sending 5 rows',
    ]);
  });

  it('is not an order, so its results say nothing about a cut', async () => {
    const id = await piloted('RL', 12, 5);
    await desk.send(id);
    const notes = async () => (await call('report.get', { id })).report.sent!.notes.join(' ');
    expect(await call('results.order', { id })).toBeNull();
    expect(await notes()).not.toContain('the cut');
    await desk.send(await restOf(id));
    expect(await call('results.order', { id })).toBeNull();
    expect(await notes()).not.toContain('the cut');
  });

  it('is the same for the same seed in another copy of the list', async () => {
    const drawn = async () => await shownIn(await piloted('RB', 16, 5), 'RB');
    expect(await drawn()).toEqual(await drawn());
  });

  it('knows who has a text in a column, and draws 50 of more', async () => {
    const rows = rankedList('RC', 70).map((text, at) => `${text},${at === 0 ? 'Board' : at <= 60 ? 'yes' : ''}`);
    const id = await desk.importList(rows);
    const column = HEADINGS.split(',').length;
    await call('cost.choose', { id, best: { ...pilot(60), by: { kind: 'pilot', ids: [], rows: [], column } } });
    expect(await call('cost.get', { id })).toMatchObject({
      rowsToSend: 60,
      best: { heading: 'Board', pilot: { known: 50, drawn: 10, named: 60, notFound: 0 } },
    });
  });
});

describe('the page of a pilot', () => {
  it('shows refusals, matches by readiness, empty columns and where known people rank, which the rest does not change', async () => {
    const people = Array.from({ length: 30 }, (_, at) => `${line('RJ', at + 1)},p${at}@example.${at < 6 ? 'invalid' : 'org'}`);
    const id = await desk.importList([`${HEADINGS},Email`, ...people]);
    await call('projects.change', { id, recencyDays: 0, sendErrors: true });
    const known = Array.from({ length: 8 }, (_, at) => `RJ${at + 1}`);
    await call('cost.choose', { id, best: pilot(16, known) });
    await desk.send(id);
    const seen = (await call('results.pilot', { id, rankBy: null }))!;
    expect(seen).toMatchObject({ people: 30, chosen: 16, known: 8, seed: 4127, refused: 6, scored: 10, unknown: 0 });
    expect(seen.refusals).toMatchObject([{ field: 'personalEmail', rows: 6 }]);
    expect(seen.quality.reduce((sum, one) => sum + one.people, 0)).toBe(16);
    expect(seen.quality.reduce((sum, one) => sum + one.others, 0)).toBe(14);
    for (const one of seen.quality) expect(one.strong + one.fair + one.weak + one.scored + one.refused + one.unknown).toBe(one.people);
    // 6 of 16 with the same readiness were refused, and 14 others have it.
    expect(seen.expected).toBe(
      Math.round(seen.quality.reduce((sum, one) => sum + (one.people && (one.others * one.refused) / one.people), 0)),
    );
    expect(seen.knownPeople.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(seen.knownPeople.filter(({ outcome }) => outcome === 'refused')).toHaveLength(6);
    const { rows } = await call('results.page', {
      id,
      selection: { outcome: 'scored', filters: [], find: '' },
      columns: [seen.rankedBy!],
      sort: null,
      offset: 0,
      limit: 50,
    });
    const numbers = new Map(rows.map(({ row, cells }) => [row, Number(cells[0])]));
    for (const { row, outcome, percentile } of seen.knownPeople) {
      if (outcome === 'refused') continue;
      const lower = [...numbers.values()].filter((one) => one < numbers.get(row)!).length;
      expect(percentile).toBe(Math.round((lower / numbers.size) * 100));
    }
    const rest = await restOf(id);
    await desk.send(rest);
    expect(await call('results.pilot', { id, rankBy: null })).toEqual(seen);
    expect(await call('results.pilot', { id: rest, rankBy: null })).toBeNull();
  });

  it('names the rule that finds the same problem in the others, and their draft lists them under it', async () => {
    const long = (n: number) => line('RO', n).replace(`${n} Larkspur Ln`, `${n} ${'Larkspur Ln '.repeat(30)}`);
    const id = await desk.importList([HEADINGS, ...[1, 2].map(long), ...[3, 4, 5, 6].map((n) => line('RO', n))]);
    await call('projects.change', { id, recencyDays: 0, sendErrors: true });
    await call('cost.choose', { id, best: pilot(2, ['RO1', 'RO3']) });
    await desk.send(id);
    const { refused, refusals } = (await call('results.pilot', { id, rankBy: null }))!;
    expect(refused).toBe(1);
    expect(refusals).toMatchObject([{ field: 'street', rows: 1, rule: expect.any(String) }]);
    const { rule } = refusals[0]!;
    const rest = await restOf(id);
    const filter = { kind: 'rule', code: rule!, field: 'street' } as const;
    const listed = await call('check.page', { id: rest, filter, find: '', offset: 0, limit: 10 });
    expect(listed.rows.map(({ row }) => row)).toEqual([3]);
    await call('check.edit', { id: rest, row: 3, field: 'street', value: '2 Larkspur Ln' });
    const before = await desk.charged();
    await desk.send(rest);
    expect(await desk.idsOnService(rest)).toEqual(['RO2', 'RO4', 'RO5', 'RO6']);
    expect((await desk.charged()) - before).toBe(4);
    expect(await countsOf(id)).toMatchObject({ submitted: 6, scored: 5, refused: 1 });
  });

  it('says nothing about the others when fewer than 5 were refused', async () => {
    const id = await piloted('RK', 12, 5);
    await desk.send(id);
    expect(await call('results.pilot', { id, rankBy: null })).toMatchObject({ refused: 0, expected: null, knownPeople: [] });
  });
});

describe('the rest of a pilot', () => {
  it('sends the others, and its results are part of those of the pilot', async () => {
    const id = await piloted('RD', 12, 5);
    const before = await desk.charged();
    await desk.send(id);
    expect(await countsOf(id)).toMatchObject({ submitted: 5, scored: 5 });
    const rest = await restOf(id);
    expect(await call('projects.get', { id: rest })).toMatchObject({ lineage: { kind: 'baseline', of: id, rest: true, merged: false } });
    await desk.send(rest);
    const sent = [...(await desk.idsOnService(id)), ...(await desk.idsOnService(rest))];
    expect(sent.toSorted()).toEqual(ids('RD', 1, 12));
    expect((await desk.charged()) - before).toBe(12);
    expect(await countsOf(id)).toMatchObject({ submitted: 12, scored: 12, refused: 0, unknown: 0 });
    expect((await call('results.get', { id })).leftOut).toBe(0);
    expect(await call('projects.get', { id: rest })).toMatchObject({ lineage: { merged: true } });
    await desk.restart();
    expect(await countsOf(id)).toMatchObject({ submitted: 12, scored: 12 });
  });

  it('in parts brings the results of every part', async () => {
    const { connectionId } = desk;
    const { settings } = (await call('connections.list', {})).find((one) => one.id === connectionId)!;
    await call('connections.change', { id: connectionId, settings: { ...settings, maxRows: 3 } });
    try {
      const id = await piloted('RE', 11, 3);
      const before = await desk.charged();
      await desk.send(id);
      const rest = await restOf(id);
      await desk.send(rest, 3);
      expect((await desk.charged()) - before).toBe(11);
      expect(await countsOf(id)).toMatchObject({ submitted: 11, scored: 11, unknown: 0 });
    } finally {
      await call('connections.change', { id: connectionId, settings });
    }
  });

  it('of a pilot in parts has only people who were not in the pilot', async () => {
    const { connectionId } = desk;
    const { settings } = (await call('connections.list', {})).find((one) => one.id === connectionId)!;
    await call('connections.change', { id: connectionId, settings: { ...settings, maxRows: 3 } });
    try {
      const id = await piloted('RM', 11, 5, ['RM2', 'RM9']);
      const before = await desk.charged();
      await desk.send(id, 2);
      const seen = (await call('results.pilot', { id, rankBy: null }))!;
      expect(seen).toMatchObject({ people: 11, chosen: 5, known: 2, scored: 5, refused: 0, unknown: 0 });
      expect(seen.quality.reduce((sum, one) => sum + one.others, 0)).toBe(6);
      expect(seen.knownPeople.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual([3, 10]);
      const part = (await call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === id)!;
      const rest = await restOf(part.id);
      await desk.send(rest, 2);
      expect((await desk.charged()) - before).toBe(11);
      expect(await countsOf(id)).toMatchObject({ submitted: 11, scored: 11, unknown: 0 });
      expect(await call('results.pilot', { id, rankBy: null })).toEqual(seen);
    } finally {
      await call('connections.change', { id: connectionId, settings });
    }
  });

  it('can be a pilot again, and the results of its rest are merged too', async () => {
    const id = await piloted('RF', 12, 3);
    await desk.send(id);
    const rest = await restOf(id);
    await call('cost.choose', { id: rest, best: pilot(4) });
    await desk.send(rest);
    expect(await countsOf(id)).toMatchObject({ submitted: 7, scored: 7 });
    const people = { kind: 'everyone' as const, priorScores: false };
    const summary = async () =>
      summaryIn(await desk.exportWorkbook(id, { kind: 'workbook', id, format: { kind: 'xlsx', bars: [] }, people, columns: null }));
    expect(await summary()).toContain('12 rows in the file = 7 sent + 5 not sent, 5 of them not chosen this time.');
    await desk.send(await restOf(rest));
    expect(await countsOf(id)).toMatchObject({ submitted: 12, scored: 12 });
    expect(await summary()).toContain('12 rows in the file = 12 sent + 0 not sent.');
  });

  it('has its refused rows fixed once, together with those of the rest', async () => {
    const people = Array.from({ length: 8 }, (_, at) => `${line('RG', at + 1)},p${at}@example.${at === 6 ? 'invalid' : 'org'}`);
    const id = await desk.importList([`${HEADINGS},Email`, ...people]);
    await call('projects.change', { id, recencyDays: 0, sendErrors: true });
    await call('cost.choose', { id, best: pilot(2, ['RG1', 'RG2']) });
    const before = await desk.charged();
    await desk.send(id);
    const rest = await restOf(id);
    await desk.send(rest);
    expect(await countsOf(id)).toMatchObject({ submitted: 8, scored: 7, refused: 1 });
    const fromRest = await call('projects.fixRefused', { id: rest });
    expect((await call('projects.fixRefused', { id })).id).toBe(fromRest.id);
    await desk.idle();
    await call('projects.change', { id: fromRest.id, recencyDays: 0 });
    await call('check.edit', { id: fromRest.id, row: 8, field: 'personalEmail', value: 'p6@example.org' });
    await desk.send(fromRest.id);
    expect(await desk.idsOnService(fromRest.id)).toEqual(['RG7']);
    expect((await desk.charged()) - before).toBe(8);
    expect(await countsOf(id)).toMatchObject({ submitted: 8, scored: 8, refused: 0 });
  });
});

describe('a pilot that was given up', () => {
  const stopped = async (id: string, step: 'create') => {
    await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step } });
    await desk.send(id);
    await call('project.cancel', { id });
    await desk.practice.client.clearFaults();
    await call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
    await desk.idle();
  };

  it('before it could be paid for starts again as a whole', async () => {
    const id = await piloted('RI', 6, 2);
    await stopped(id, 'create');
    await expect(call('projects.screenRest', { id })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringContaining('Start it again'),
    });
    const { id: again } = await call('projects.startAgain', { id });
    await desk.idle();
    await call('cost.choose', { id: again, best: null });
    const before = await desk.charged();
    await desk.send(again);
    expect(await desk.idsOnService(again)).toEqual(ids('RI', 1, 6));
    expect((await desk.charged()) - before).toBe(6);
  });

  it('before it could be paid for, and can be resumed, says so instead of making a rest or starting again', async () => {
    const id = await piloted('RL', 6, 2);
    await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'create' } });
    await desk.send(id);
    await desk.practice.client.clearFaults();
    await call('project.decide', { id, choice: 'give-up' });
    for (const method of ['projects.screenRest', 'projects.startAgain'] as const)
      await expect(call(method, { id })).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('Resume it') });
    const before = await desk.charged();
    await call('project.resume', { id });
    await desk.idle();
    await desk.send(await restOf(id));
    expect(await countsOf(id)).toMatchObject({ submitted: 6, scored: 6 });
    expect((await desk.charged()) - before).toBe(6);
  });
});
