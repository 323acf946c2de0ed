/**
 * Single faults of calls that change the service, and answers that do not match the screening: the list has the same results and is paid
 * for once. The other faults of all calls are in test/deep.
 */
import { describe, expect, it } from 'vitest';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';
import { bodies, changing } from '../../kit/fault-table.ts';
import type { FaultInput } from '../../kit/practice-client.ts';
import { fastClock } from '../../kit/test-ports.ts';
import type { Step } from '../../../practice/faults.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

describe.each(['create', 'add', 'process'] as const)('%s', (step) => {
  it.each([...changing(step), ...bodies(step)])('%s: the results are the same, and the list is paid for once', async (_name, fault) => {
    expect(readyList.problems(await readyList.run([fault]), plain)).toEqual([]);
  });
});

describe('an answer that does not match the screening', () => {
  it('gives each person one profile if it has duplicates, and lists the others as unmatched', async () => {
    const { report, projects } = await readyList.run([{ kind: 'duplicate-profiles', every: 3 }]);
    expect(readyList.chargeProblems(projects)).toEqual([]);
    const valid = readyList.rows - readyList.refused;
    expect(report.state).toMatchObject({ at: 'done', counts: { scored: valid, unknown: 0, unmatched: Math.floor(valid / 3) } });
    expect(report.scores).toEqual(plain);
  });

  it('is requested again while profiles are missing for minutes, and is complete in the end', async () => {
    // The user is asked after 15 minutes, which take 3 seconds with the clock of these tests, however long the requests take.
    const { report, projects } = await readyList.run([{ kind: 'missing-profiles', every: 4, times: 6 }], { clock: fastClock(40) });
    expect(readyList.problems({ report, projects }, plain)).toEqual([]);
    expect(report.timeline.filter((entry) => entry.startsWith('Some results have not arrived'))).toHaveLength(1);
  });

  it('is requested again while neither endpoint of the profiles is available', async () => {
    const gone = (step: Step): FaultInput => ({ kind: 'status', status: 404, times: 5, on: { step } });
    expect(readyList.problems(await readyList.run([gone('profiles'), gone('scores')]), plain)).toEqual([]);
  });

  it('is requested again while the report of errors is late', async () => {
    const { client } = readyList.practice;
    // Without the service's count, only the report shows the outcome of the rows without a score.
    await client.settings({ dialect: 'counts-never' });
    try {
      expect(readyList.problems(await readyList.run([{ kind: 'status', status: 404, times: 3, on: { step: 'errors' } }]), plain)).toEqual(
        [],
      );
    } finally {
      await client.settings({ dialect: 'default' });
    }
  });

  it.each([
    ['a report of errors that never arrives is requested for some minutes', 404, 'more'],
    ['a missing endpoint for the report of errors is requested once', 405, 'once'],
  ])('with all profiles: %s, and the user has no decision to make', async (_what, status, asked) => {
    const { client } = readyList.practice;
    const desk = await readyList.openCopy();
    try {
      await client.clearFaults();
      await client.setFaults({ kind: 'status', status, times: null, on: { step: 'errors' } });
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      const { state } = await desk.report();
      const { rows, refused } = readyList;
      expect(state).toMatchObject({ at: 'done', counts: { submitted: rows, scored: rows - refused, refused: 0, unknown: refused } });
      const seen = (await client.faults()).faults[0]!.seen;
      expect(seen > 1 ? 'more' : 'once').toBe(asked);
    } finally {
      await client.clearFaults();
      await desk.close();
    }
  });

  it('requires a decision if profiles stay missing, and the user can keep the results so far', async () => {
    const { client } = readyList.practice;
    const desk = await readyList.openCopy();
    try {
      await client.clearFaults();
      await client.setFaults({ kind: 'missing-profiles', every: 4, times: null });
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      const { state } = await desk.report();
      expect(state).toMatchObject({ at: 'needs-decision', question: 'results-incomplete', choices: ['look-again', 'keep', 'give-up'] });
      const asked = (await client.faults()).faults[0]?.seen;
      await desk.call('project.decide', { id: (await rootProject(desk.call)).id, choice: 'keep' });
      await desk.application.idle();
      expect((await client.faults()).faults[0]?.seen).toBe(asked);

      const report = await desk.report();
      expect(readyList.chargeProblems(await readyList.ledgerOf(desk))).toEqual([]);
      if (report.state.at !== 'done') throw new Error(JSON.stringify(report.state));
      const { submitted, scored, refused, unknown } = report.state.counts;
      expect([submitted, refused, unknown]).toEqual([
        readyList.rows,
        readyList.refused,
        Math.floor((readyList.rows - readyList.refused) / 4),
      ]);
      expect(scored + refused + unknown).toBe(submitted);
      expect(Object.keys(report.scores)).toHaveLength(scored);
      for (const [row, cells] of Object.entries(report.scores)) expect(cells).toBe(plain[row]);
      expect(report.defects).toEqual([]);
    } finally {
      await client.clearFaults();
      await desk.close();
    }
  });
});
