/** Costs before and after sending: the estimate, the savings of left-out rows, the hard stop, and the learned price of a record. */
import { describe, expect, it } from 'vitest';
import { type OpenDesk } from '../../kit/ready-list.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { SCREENING } from '../../kit/practice-client.ts';

const readyList = await setupReadyList();

async function withDesk(work: (desk: OpenDesk) => Promise<void>): Promise<void> {
  await readyList.practice.client.clearFaults();
  await readyList.practice.client.settings({ credits: 1_000_000 });
  const desk = await readyList.openCopy();
  try {
    await work(desk);
  } finally {
    await desk.close();
  }
}

const spent = async (desk: OpenDesk) => (await readyList.ledgerOf(desk)).reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);

describe('a balance that is too low', () => {
  it('stops the list before anything is sent, and reports how much is missing', async () => {
    await withDesk(async (desk) => {
      await readyList.practice.client.settings({ credits: readyList.rows - 1 });
      await expect(sendList(desk.call, desk.name)).rejects.toMatchObject({
        code: 'CREDITS_SHORT',
        details: { needed: readyList.rows, remaining: readyList.rows - 1 },
      });
      expect((await rootProject(desk.call)).state.at).toBe('draft');
      expect(await readyList.ledgerOf(desk)).toEqual([]);
    });
  });

  it('can be overridden by the user, as the timeline shows; if the service refuses, it costs nothing and continues later', async () => {
    await withDesk(async (desk) => {
      const { client } = readyList.practice;
      await client.settings({ credits: 3 });
      const { id, connection } = await rootProject(desk.call);
      await desk.call('projects.change', { id, name: desk.name });
      await desk.call('project.send', { id, rows: readyList.rows, connectionId: connection.id, allowLowBalance: true });
      await desk.application.idle();
      expect((await rootProject(desk.call)).state).toMatchObject({ at: 'needs-decision', question: 'credits-short' });
      expect(await spent(desk)).toBe(0);
      const timeline = (await desk.report()).timeline.join('\n');
      expect(timeline).toMatch(/short|credits/i);

      await client.settings({ credits: 1_000 });
      await desk.call('project.decide', { id, choice: 'ask-again' });
      await desk.application.idle();
      expect(readyList.problems({ report: await desk.report(), projects: await readyList.ledgerOf(desk) }, null)).toEqual([]);
    });
  });
});

describe('the price of a record', () => {
  it('is assumed to be one credit until two balances show it', async () => {
    await withDesk(async (desk) => {
      const { id } = await rootProject(desk.call);
      expect(await desk.call('cost.get', { id })).toMatchObject({
        creditsPerRecord: 1,
        learned: false,
        estimate: readyList.rows,
        saved: 0,
      });
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      expect(await desk.call('cost.get', { id })).toMatchObject({ creditsPerRecord: 1, learned: true });
      expect((await rootProject(desk.call)).creditsCharged).toBe(await spent(desk));
    });
  });

  it('is learned from the balances, and used for the next estimate and its savings', async () => {
    await withDesk(async (desk) => {
      const { client } = readyList.practice;
      const valid = readyList.rows - readyList.refused;
      await client.setFaults(SCREENING);
      await sendList(desk.call, desk.name);
      // Acts as if each record cost three credits: two more per record are charged before the balance is read again.
      await eventually(async () => {
        expect(await spent(desk)).toBe(valid);
      });
      await client.settings({ credits: 1_000_000 - 3 * valid });
      await client.clearFaults();
      await desk.application.idle();
      const project = await rootProject(desk.call);
      expect(project.state.at).toBe('done');
      expect(project.creditsCharged).toBe(3 * valid);
      expect((await desk.call('connections.list', {})).find(({ id }) => id === project.connection.id)?.creditsPerRecord).toBe(3);

      const { token } = await desk.application.offerFile(readyList.list, 'list.csv');
      const { id } = await desk.call('projects.create', { file: token, connectionId: project.connection.id });
      await desk.application.idle();
      const { leftOut, rowsToSend, estimate, saved } = await desk.call('cost.get', { id });
      const out = leftOut.reduce((sum, { rows }) => sum + rows, 0);
      expect(out).toBeGreaterThan(0);
      expect([rowsToSend, estimate, saved]).toEqual([readyList.rows - out, 3 * (readyList.rows - out), 3 * out]);
    });
  });
});
