/** Costs before and after sending: the estimate, the savings of left-out rows, the hard stop, and the learned price of a record. */
import { describe, expect, it } from 'vitest';
import { type OpenDesk } from '../../kit/desk-inside.ts';
import { insideOfFile } from '../../kit/inside-of-file.ts';
import { sendList, theProject } from '../../kit/desk-use.ts';
import { eventually } from '../../kit/eventually.ts';

const inside = await insideOfFile();

async function withDesk(work: (desk: OpenDesk) => Promise<void>): Promise<void> {
  await inside.practice.client.clearFaults();
  await inside.practice.client.settings({ credits: 1_000_000 });
  const desk = await inside.fresh();
  try {
    await work(desk);
  } finally {
    await desk.close();
  }
}

const spent = async (desk: OpenDesk) => (await inside.ledgerOf(desk)).reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);

describe('a balance that is too low', () => {
  it('stops the list before anything is sent, and reports how much is missing', async () => {
    await withDesk(async (desk) => {
      await inside.practice.client.settings({ credits: inside.rows - 1 });
      await expect(sendList(desk.call, desk.name)).rejects.toMatchObject({
        code: 'CREDITS_SHORT',
        details: { needed: inside.rows, remaining: inside.rows - 1 },
      });
      expect((await theProject(desk.call)).state.at).toBe('draft');
      expect(await inside.ledgerOf(desk)).toEqual([]);
    });
  });

  it('can be overridden by the user, as the timeline shows; if the service refuses, it costs nothing and continues later', async () => {
    await withDesk(async (desk) => {
      const { client } = inside.practice;
      await client.settings({ credits: 3 });
      const { id, connection } = await theProject(desk.call);
      await desk.call('projects.change', { id, name: desk.name });
      await desk.call('project.send', { id, rows: inside.rows, connectionId: connection.id, allowLowBalance: true });
      await desk.application.idle();
      expect((await theProject(desk.call)).state).toMatchObject({ at: 'needs-decision', question: 'credits-short' });
      expect(await spent(desk)).toBe(0);
      const timeline = (await desk.report()).timeline.join('\n');
      expect(timeline).toMatch(/short|credits/i);

      await client.settings({ credits: 1_000 });
      await desk.call('project.decide', { id, choice: 'ask-again' });
      await desk.application.idle();
      expect(inside.judge({ report: await desk.report(), projects: await inside.ledgerOf(desk) }, null)).toEqual([]);
    });
  });
});

describe('the price of a record', () => {
  it('is assumed to be one credit until two balances show it', async () => {
    await withDesk(async (desk) => {
      const { id } = await theProject(desk.call);
      expect(await desk.call('cost.get', { id })).toMatchObject({ creditsPerRecord: 1, learned: false, estimate: inside.rows, saved: 0 });
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      expect(await desk.call('cost.get', { id })).toMatchObject({ creditsPerRecord: 1, learned: true });
      expect((await theProject(desk.call)).creditsCharged).toBe(await spent(desk));
    });
  });

  it('is learned from the balances, and used for the next estimate and its savings', async () => {
    await withDesk(async (desk) => {
      const { client } = inside.practice;
      const valid = inside.rows - inside.refused;
      await client.setFaults({ kind: 'processing-time', secondsPerThousandRows: 8 });
      await sendList(desk.call, desk.name);
      // As if each record cost three credits: two more per record are charged before the balance is read again.
      await eventually(async () => {
        expect(await spent(desk)).toBe(valid);
      });
      await client.settings({ credits: 1_000_000 - 3 * valid });
      await desk.application.idle();
      const project = await theProject(desk.call);
      expect(project.state.at).toBe('done');
      expect(project.creditsCharged).toBe(3 * valid);
      expect((await desk.call('connections.list', {})).find(({ id }) => id === project.connection.id)?.creditsPerRecord).toBe(3);

      const { token } = await desk.application.offerFile(inside.list, 'list.csv');
      const { id } = await desk.call('projects.create', { file: token, connectionId: project.connection.id });
      await desk.application.idle();
      const { leftOut, rowsToSend, estimate, saved } = await desk.call('cost.get', { id });
      const out = leftOut.reduce((sum, { rows }) => sum + rows, 0);
      expect(out).toBeGreaterThan(0);
      expect([rowsToSend, estimate, saved]).toEqual([inside.rows - out, 3 * (inside.rows - out), 3 * out]);
    });
  });
});
