/**
 * Misleading statuses: a project that never finishes, never starts, or is finished before its start.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import type { Ports } from '../../../main/platform/ports.ts';
import { type OpenDesk } from '../../kit/ready-list.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { fastClock } from '../../kit/test-ports.ts';
import { type DeskReport, sendList, rootProject } from '../../kit/desk-actions.ts';
import type { FaultInput } from '../../kit/practice-client.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

/** Returns this status from the nth check on: the first check confirms the rows, the second is the gate. */
const word = (status: string, nth: number): FaultInput => ({ kind: 'status-word', word: status, nth, times: null, on: { step: 'status' } });

/** Sends a list under a fault until the user must decide, and then checks the decision. */
async function asked(
  fault: FaultInput,
  work: (desk: OpenDesk, report: DeskReport) => Promise<void>,
  given: Partial<Ports> = {},
): Promise<void> {
  const desk = await readyList.openCopy(given);
  try {
    await readyList.practice.client.setFaults(fault);
    await sendList(desk.call, desk.name);
    await desk.application.idle();
    await work(desk, await desk.report());
  } finally {
    await desk.close();
  }
}

async function decided(desk: OpenDesk, choice: 'look-again' | 'fetch'): Promise<DeskReport> {
  await desk.call('project.decide', { id: (await rootProject(desk.call)).id, choice });
  await desk.application.idle();
  return await desk.report();
}

const startsOf = async (desk: OpenDesk) =>
  (await readyList.ledgerOf(desk)).map(({ processCalls, processActs }) => [processCalls, processActs]);

describe('after a confirmed start', () => {
  it.each([
    ['“Completed” forever', 'Completed', 'finished-unclear'],
    ['“Processed with errors” forever', 'Processed with errors', 'finished-unclear'],
    ['a status that means it stopped', 'Processed with error', 'service-stopped'],
    ['the status from before the start forever', 'created', 'start-unclear'],
  ])('%s requires a decision, and the results can be fetched', async (_what, status, question) => {
    await asked(word(status, 3), async (desk, { state }) => {
      expect(state).toMatchObject({ at: 'needs-decision', question });
      expect(await startsOf(desk)).toEqual([[1, 1]]);
      expect(readyList.problems({ report: await decided(desk, 'fetch'), projects: await readyList.ledgerOf(desk) }, plain)).toEqual([]);
      expect(await startsOf(desk)).toEqual([[1, 1]]);
    });
  });

  it('an unknown status for a day requires a decision, and the results can be fetched', async () => {
    const work = async (desk: OpenDesk, { state }: DeskReport) => {
      expect(state).toMatchObject({ at: 'needs-decision', question: 'no-end', choices: ['look-again', 'fetch', 'give-up'] });
      expect(readyList.problems({ report: await decided(desk, 'fetch'), projects: await readyList.ledgerOf(desk) }, plain)).toEqual([]);
    };
    // A day takes three seconds.
    await asked(word('Quarkening', 3), work, { clock: fastClock(30_000) });
  });

  it('checking again finds the expected status', async () => {
    await asked(word('created', 3), async (desk, { state }) => {
      expect(state).toMatchObject({ question: 'start-unclear' });
      await readyList.practice.client.clearFaults();
      expect(readyList.problems({ report: await decided(desk, 'look-again'), projects: await readyList.ledgerOf(desk) }, plain)).toEqual(
        [],
      );
    });
  });
});

describe('before a start', () => {
  it.each([
    ['“processed” while the rows are counted', 'processed', 1, 'processed-early'],
    ['“processed” at the gate', 'processed', 2, 'processed-early'],
    ['a status that means it is running', 'Queued', 2, 'start-unclear'],
  ])('%s requires a decision, and nothing is started', async (_what, status, nth, question) => {
    await asked(word(status, nth), async (desk, { state, timeline }) => {
      expect(state).toMatchObject({ at: 'needs-decision', question });
      expect(await startsOf(desk)).toEqual([[0, 0]]);
      expect(timeline.at(-1)).toContain('A decision is needed');
      // The status was an error of the service: the list is started as planned.
      await readyList.practice.client.clearFaults();
      expect(readyList.problems({ report: await decided(desk, 'look-again'), projects: await readyList.ledgerOf(desk) }, plain)).toEqual(
        [],
      );
    });
  });

  it('after a fetch before anything was screened, the user is asked again', async () => {
    await asked(word('processed', 2), async (desk) => {
      await readyList.practice.client.clearFaults();
      const report = await decided(desk, 'fetch');
      expect(report.state).toMatchObject({ at: 'needs-decision', question: 'results-unclear' });
      expect(await startsOf(desk)).toEqual([[0, 0]]);
      expect(readyList.problems({ report: await decided(desk, 'look-again'), projects: await readyList.ledgerOf(desk) }, plain)).toEqual(
        [],
      );
    });
  });
});
