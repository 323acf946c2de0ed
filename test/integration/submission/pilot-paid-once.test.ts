/** A pilot, its rest and newer lists pay for nobody twice, whatever was given up, fetched again or removed. Nobody counts as recently screened. */
import { describe, expect, it } from 'vitest';
import { localTasks } from '../../kit/local-tasks.ts';
import { line, pilot, rankedList } from '../../kit/ranked-lists.ts';
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

async function expectNobodyToSend(id: string): Promise<void> {
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 0, baseline: { newRows: 0, changed: 0, unchanged: 9 } });
}

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
    await expectNobodyToSend(await carriedOver(id, 'SA'));
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
    await expectNobodyToSend(newer);
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
      await expectNobodyToSend(newer);
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
