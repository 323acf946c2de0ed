/**
 * Faults of calls that change a service which does not count rows, or counts them only at the end: the list is paid for once, and has its
 * results or requires a decision. Nothing is sent or started on a guess. The runs mostly wait, so several run at the same time.
 */
import { expect, it } from 'vitest';
import { setupReadyLists } from '../kit/setup-ready-list.ts';
import type { ReadyList, ReadyListEnd } from '../kit/ready-list.ts';
import { bodies, changing } from '../kit/fault-table.ts';

const withList = await setupReadyLists(3);
const plain = await withList((readyList) => readyList.reference());

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

const CHANGING = (['create', 'add', 'process'] as const).flatMap((step) =>
  [...changing(step), ...bodies(step)].map(([name, fault]) => ({ step, name, fault })),
);
const ALL = ['counts-never', 'counts-missing', 'counts-null'].flatMap((dialect) => CHANGING.map((one) => ({ dialect, ...one })));
const isUnclear = ({ step, name }: (typeof ALL)[number]) => step === 'add' && UNCLEAR.has(name);

const runWith = ({ dialect, fault }: (typeof ALL)[number], check: (readyList: ReadyList, end: ReadyListEnd) => void) =>
  withList(async (readyList) => {
    await readyList.practice.client.settings({ dialect });
    check(readyList, await readyList.run([fault]));
  });

it.concurrent.each(ALL.filter((one) => !isUnclear(one)))('$dialect: $step: $name, and the results arrive', async (one) => {
  await runWith(one, (readyList, end) => {
    expect(readyList.problems(end, plain)).toEqual([]);
  });
});

it.concurrent.each(ALL.filter(isUnclear))('$dialect: $step: $name, and the user must decide before anything is paid for', async (one) => {
  await runWith(one, (readyList, { report, projects }) => {
    expect(readyList.chargeProblems(projects)).toEqual([]);
    expect(report.state).toMatchObject({ at: 'needs-decision', question: 'add-unclear' });
    expect(projects.map(({ processActs }) => processActs)).toEqual([0]);
  });
});
