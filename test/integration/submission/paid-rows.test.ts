/**
 * Refused rows that may have been paid for: before they are sent again, the program fetches the results again and then asks the user.
 */
import { beforeEach, expect, it } from 'vitest';
import { person } from '../../kit/list-people.ts';
import { until } from '../../kit/practice-client.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
beforeEach(async () => {
  await desk.practice.client.clearFaults();
});

/** Sends three valid people and one whom the service refuses; returns the project. */
async function screened(prefix: string): Promise<string> {
  const valid = [1, 2, 3].map((n) => person(`${prefix}${n}`));
  const id = await desk.importPeople(...valid, person(`${prefix}4`, { isRefused: true }));
  await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0 });
  await desk.send(id);
  await desk.keepPartialResults();
  return id;
}

const countsOf = async (id: string) => (await desk.call('results.get', { id })).counts;

it('if profiles are missing, the results are fetched again first, and only rows without a profile are fixed', async () => {
  await desk.practice.client.setFaults({ kind: 'missing-profiles', every: 2, times: null });
  const id = await screened('A');
  expect(await countsOf(id)).toMatchObject({ scored: 2, refused: 1, unknown: 1 });
  const before = await desk.practice.client.ledger();
  await expect(desk.call('projects.fixRefused', { id })).rejects.toMatchObject({
    code: 'SENT_BEFORE',
    message: expect.stringMatching(
      /^The service counts 3 valid rows, but returned only 2 profiles, so a row that it refused may have been paid for already\. The results were fetched again/,
    ) as string,
  });
  expect(await desk.call('projects.list', {})).toHaveLength(1);
  expect(await desk.practice.client.ledger()).toEqual(before);

  await desk.practice.client.clearFaults();
  const fixing = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  expect(await countsOf(id)).toMatchObject({ scored: 3, refused: 1, unknown: 0 });
  expect((await desk.call('projects.get', { id: fixing.id })).sheet).toMatchObject({ rows: 1 });
  expect(await desk.practice.client.ledger()).toEqual(before);
});

it('if the results cannot be fetched, the message says why, and the user can agree to pay again', async () => {
  await desk.practice.client.setFaults({ kind: 'missing-profiles', every: 2, times: null });
  const id = await screened('B');
  await desk.practice.client.setFaults({ kind: 'status', status: 500, on: { step: 'profiles' }, times: null });
  await expect(desk.call('projects.fixRefused', { id })).rejects.toMatchObject({
    code: 'SENT_BEFORE',
    message: expect.stringMatching(/may have been paid for already\. The results could not be fetched again: /) as string,
  });
  expect(await desk.call('projects.fixRefused', { id, allowPaid: true })).toMatchObject({ lineage: { kind: 'retry', of: id } });
});

it('if the balance went down by more than the profiles cost, a person is asked', async () => {
  const { client } = desk.practice;
  const known = (await client.ledger()).projects.length;
  // The profiles do not arrive until somebody else has spent a credit.
  await client.setFaults({ kind: 'status', status: 503, on: { step: 'profiles' }, times: null });
  const screening = screened('C');
  await until(async () => {
    const { projects } = await client.ledger();
    return projects.length > known && projects.at(-1)!.creditsCharged > 0;
  });
  await client.read('/profile', { json: { primaryFirst: 'Some', primaryLast: 'Body' } });
  await client.clearFaults();
  const id = await screening;
  expect(await desk.call('projects.get', { id })).toMatchObject({ creditsCharged: 4 });
  await expect(desk.call('projects.fixRefused', { id })).rejects.toMatchObject({
    code: 'SENT_BEFORE',
    message: expect.stringMatching(/^The balance went down by 4 credits, but the service returned only 3 profiles, so /) as string,
  });
});

it('if everything is accounted for, nobody is asked', async () => {
  const id = await screened('D');
  expect(await desk.call('projects.fixRefused', { id })).toMatchObject({ lineage: { kind: 'retry', of: id } });
});
