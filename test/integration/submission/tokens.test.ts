/**
 * A token that expires at any call of the main job: the project waits, and continues normally with a new token.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();
let given = 0;

describe('an expired token', () => {
  const waited: number[] = [];
  /** What the connections of the waiting projects show. */
  const shown: (string | undefined)[] = [];

  it.each(Array.from({ length: 14 }, (_, index) => index + 1))('does not change the results if it expires at call %s', async (call) => {
    const { client } = readyList.practice;
    await client.settings({ token: client.token });
    await client.clearFaults();
    await client.setFaults({ kind: 'token-expires', nth: call });
    const desk = await readyList.openCopy();
    try {
      const sent = await sendList(desk.call, desk.name).then(
        () => 'sent',
        (error: unknown) => (error as { code?: string }).code,
      );
      await desk.application.idle();
      const { state, connection } = await rootProject(desk.call);
      expect(['sent at needs-token', 'sent at done', 'TOKEN_REFUSED at draft']).toContain(`${sent} at ${state.at}`);
      if (state.at === 'needs-token') {
        waited.push(call);
        const { lastTest } = (await desk.call('connections.list', {})).find(({ id }) => id === connection.id)!;
        shown.push(lastTest?.failure?.code);
      }

      const token = `another-token-${++given}`;
      await client.clearFaults();
      await client.settings({ token });
      const renewed = await desk.call('connections.setToken', { id: connection.id, token });
      expect(renewed.lastTest).toBeNull();
      if (state.at === 'draft') await sendList(desk.call, desk.name);
      await desk.application.idle();
      expect(readyList.problems({ report: await desk.report(), projects: await readyList.ledgerOf(desk) }, plain)).toEqual([]);
    } finally {
      await desk.close();
    }
  });

  it('is no longer shown on the connection after a later call with the same token succeeds', async () => {
    const { client } = readyList.practice;
    await client.settings({ token: client.token });
    await client.setFaults({ kind: 'status', status: 401, on: { step: 'process' }, nth: 1, times: 1 });
    const desk = await readyList.openCopy();
    try {
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      const { id, connection, state } = await rootProject(desk.call);
      const lastTest = async () => (await desk.call('connections.list', {})).find((one) => one.id === connection.id)!.lastTest;
      expect([state.at, (await lastTest())?.failure?.code]).toEqual(['needs-token', 'TOKEN_REFUSED']);
      await desk.call('project.resume', { id });
      await desk.application.idle();
      expect([(await rootProject(desk.call)).state.at, (await lastTest())?.failure ?? null]).toEqual(['done', null]);
    } finally {
      await client.clearFaults();
      await desk.close();
    }
  });

  it('makes the project wait at most of these calls', () => {
    expect(waited.length).toBeGreaterThanOrEqual(9);
    expect(new Set(shown)).toEqual(new Set(['TOKEN_REFUSED']));
  });
});
