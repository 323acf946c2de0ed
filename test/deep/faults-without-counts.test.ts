/**
 * Faults of calls that change a service which does not count rows, or counts them only at the end: the list is paid for once, and has its
 * results or requires a decision. Nothing is sent or started on a guess.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { setupReadyList } from '../kit/setup-ready-list.ts';
import { bodies, changing } from '../kit/fault-table.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

/** Faults after which a service that does not count rows cannot show whether the whole list is there. */
const UNCLEAR: ReadonlySet<string> = new Set([
  'acted on, then 503',
  'acted on, answer dropped',
  'acted on, connection closed',
  'too late to be acted on',
  // A short list is sent in one piece, so it may have arrived.
  'request reset at its first byte',
  'request closed in its midst',
  'request reset before its last byte',
]);

describe.each(['counts-never', 'counts-missing', 'counts-null'])('a service with the dialect %s', (dialect) => {
  beforeAll(async () => {
    await readyList.practice.client.settings({ dialect });
  });

  const all = (['create', 'add', 'process'] as const).flatMap((step) =>
    [...changing(step), ...bodies(step)].map(([name, fault]) => ({ step, name, fault })),
  );
  const isUnclear = ({ step, name }: (typeof all)[number]) => step === 'add' && UNCLEAR.has(name);

  it.each(all.filter((one) => !isUnclear(one)))('$step: $name, and the results arrive', async ({ fault }) => {
    expect(readyList.problems(await readyList.run([fault]), plain)).toEqual([]);
  });

  it.each(all.filter(isUnclear))('$step: $name, and the user must decide before anything is paid for', async ({ fault }) => {
    const { report, projects } = await readyList.run([fault]);
    expect(readyList.chargeProblems(projects)).toEqual([]);
    expect(report.state).toMatchObject({ at: 'needs-decision', question: 'add-unclear' });
    expect(projects.map(({ processActs }) => processActs)).toEqual([0]);
  });
});
