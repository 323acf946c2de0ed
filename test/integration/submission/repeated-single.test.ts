/** One person is sent alone twice only when the user confirms it, and nothing about the person is stored in clear text. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { rawAnswer, startRawService } from '../../kit/raw-service.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const { client } = desk.practice;

const charged = async () => (await client.ledger()).credits.charged;
type Typed = Parameters<typeof screen>[0];
const screen = (
  record: { constituentId?: string; primaryFirst?: string; primaryLast?: string; postalCode?: string; personalEmail?: string },
  allowDuplicate?: boolean,
  connectionId = desk.connectionId,
) => desk.call('service.screenOne', { connectionId, record, ...(allowDuplicate !== undefined && { allowDuplicate }) });
const alone = (record: Typed, connectionId = desk.connectionId) => desk.call('service.screenedAlone', { connectionId, record });

const ROSALIND = { constituentId: 'KEPT-1', primaryFirst: 'Rosalind', primaryLast: 'Quayle', postalCode: '01609' };
const REFUSED = { code: 'SENT_BEFORE', message: expect.stringMatching(/^This person was screened as a single profile on \w+ \d+, \d{4}; screening again costs another credit\./) as string }; // prettier-ignore

/** The same service, behind a server that can answer in its place. */
const service = await startRawService(client.url);
afterAll(() => service.close());
const { id: behind } = await desk.call('connections.add', { name: 'Behind', baseUrl: service.url });

beforeEach(async () => {
  service.answer = () => null;
  await client.clearFaults();
});

it('does not screen a person a second time unless the user confirms it, even after a restart', async () => {
  expect(await alone(ROSALIND)).toBeNull();
  await screen(ROSALIND);
  const before = await charged();
  await expect(screen(ROSALIND)).rejects.toMatchObject(REFUSED);
  await desk.restart();
  await expect(screen(ROSALIND)).rejects.toMatchObject(REFUSED);
  await expect(desk.call('service.requestScore', { connectionId: desk.connectionId, record: ROSALIND })).rejects.toMatchObject(REFUSED);
  expect(await alone(ROSALIND)).toEqual({ at: expect.any(Number) as number, outcome: 'done' });
  expect(await charged()).toBe(before);
  await screen(ROSALIND, true);
  expect(await charged()).toBe(before + 1);
});

it.each<readonly [string, Typed, Typed]>([
  ['the ID, with another name', { constituentId: 'ID-1', primaryLast: 'Byrne', primaryFirst: 'Ada' }, { constituentId: ' ID-1 ', primaryLast: 'Byrne-Holt', primaryFirst: 'Ada' }], // prettier-ignore
  ['the name and ZIP, with another ID', { constituentId: 'ID-2', primaryFirst: 'Wei', primaryLast: 'Li', postalCode: '03060' }, { constituentId: 'ID-3', primaryFirst: 'wei', primaryLast: 'LI', postalCode: '3060-1234' }], // prettier-ignore
  ['every value, without an ID and a ZIP', { primaryFirst: 'Kofi', primaryLast: 'Abara' }, { primaryFirst: 'Kofi', primaryLast: 'Abara' }],
])('recognizes a person by %s', async (_what, first, second) => {
  await screen(first);
  await expect(screen(second)).rejects.toMatchObject(REFUSED);
});

it.each<readonly [string, Typed]>([
  ['another first name', { ...ROSALIND, constituentId: 'OTHER-1', primaryFirst: 'Rosa' }],
  ['another ZIP', { ...ROSALIND, constituentId: 'OTHER-2', postalCode: '02139' }],
  ['a name without an ID and a ZIP', { primaryFirst: 'Rosalind', primaryLast: 'Quayle' }],
])('screens somebody with %s', async (_what, record) => {
  expect(await alone(record)).toBeNull();
  await screen(record);
});

describe('a call without a result', () => {
  const NGOZI = { constituentId: 'N-1', primaryFirst: 'Ngozi', primaryLast: 'Okafor' };

  it('does not count when the service refused it and charged nothing', async () => {
    const unnamed = { constituentId: 'U-1', primaryFirst: 'Only' };
    await expect(screen(unnamed)).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
    expect(await alone(unnamed)).toBeNull();
  });

  it('counts when its answer was lost, because it may have been charged', async () => {
    await client.setFaults({ kind: 'drop-answer', how: 'reset', times: null, on: { step: 'profile' } });
    await expect(screen(NGOZI)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await client.clearFaults();
    const before = await charged();
    await expect(screen(NGOZI)).rejects.toMatchObject({ code: 'SENT_BEFORE', message: expect.stringContaining('it is not known whether they were screened') as string }); // prettier-ignore
    expect(await alone(NGOZI)).toMatchObject({ outcome: 'unknown' });
    expect(await charged()).toBe(before);
  });

  it.each([
    ['screenOne', true],
    ['screenOne', false],
    ['requestScore', true],
  ] as const)('counts when %s succeeds and says that it failed, whether it was charged (%s) or not', async (name, acts) => {
    service.answer = async ({ forwarded }) => {
      if (acts) await forwarded();
      return rawAnswer(['HTTP/1.1 200 OK', 'content-type: application/json'], '{"success":false,"message":"The scoring engine is down."}');
    };
    const record = { constituentId: `F-${name}-${acts}`, primaryFirst: 'Edda', primaryLast: `Falk ${name} ${acts}` };
    const call = () => desk.call(`service.${name}`, { connectionId: behind, record });
    const before = await charged();
    await expect(call()).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringMatching(/says that the request failed\. It says: “The scoring engine is down\.” Look in the list of profiles first\./) as string,
    }); // prettier-ignore
    await expect(call()).rejects.toMatchObject({ code: 'SENT_BEFORE' });
    expect(await alone(record, behind)).toMatchObject({ outcome: 'unknown' });
    expect(await charged()).toBe(before + (acts ? 1 : 0));
  });

  it.each([301, 302, 303, 307, 308])(
    'counts when the answer is a redirect (%i), because it may show the result of the call',
    async (status) => {
      service.answer = async ({ forwarded }) => {
        await forwarded();
        return rawAnswer([`HTTP/1.1 ${status} Moved`, 'location: /integrations/20240515/profile/7'], '');
      };
      const record = { constituentId: `R-${status}`, primaryFirst: 'Edda', primaryLast: `Falk ${status}` };
      const before = await charged();
      await expect(screen(record, false, behind)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      await expect(screen(record, false, behind)).rejects.toMatchObject({ code: 'SENT_BEFORE' });
      expect(await charged()).toBe(before + 1);
    },
  );

  it('does not undo an earlier screening when a later one is refused', async () => {
    await client.setFaults({ kind: 'status', status: 422, times: 1, on: { step: 'profile' } });
    await expect(screen(ROSALIND, true)).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
    expect(await alone(ROSALIND)).toMatchObject({ outcome: 'done' });
  });
});

it('recognizes a person over every connection to the account, and not on another account', async () => {
  const { id: same } = await desk.call('connections.add', { name: 'Same', baseUrl: client.url });
  const { id: other } = await desk.call('connections.add', { name: 'Other', baseUrl: 'https://other.example' });
  expect(await alone(ROSALIND, same)).toMatchObject({ outcome: 'done' });
  expect(await alone(ROSALIND, other)).toBeNull();
});

it('charges one of two calls for the same person that are made at the same moment', async () => {
  const before = await charged();
  const record = { constituentId: 'T-1', primaryFirst: 'Ines', primaryLast: 'Duarte' };
  const outcomes = await Promise.allSettled([screen(record), screen(record)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await charged()).toBe(before + 1);
});

it('charges one of two calls for the same person that are made at the same moment and both confirmed', async () => {
  const record = { constituentId: 'T-2', primaryFirst: 'Amara', primaryLast: 'Nwosu' };
  await screen(record);
  const before = await charged();
  const outcomes = await Promise.allSettled([screen(record, true), screen(record, true)]);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'NOT_NOW' } });
  expect(await charged()).toBe(before + 1);
  await screen(record, true);
  expect(await charged()).toBe(before + 2);
});

it('does not send a person who is put on the do-not-screen list while the connection is opened', async () => {
  const record = { constituentId: 'T-3', primaryFirst: 'Noor', primaryLast: 'Haddad' };
  const before = await charged();
  const sending = screen(record);
  await desk.call('doNotScreen.addPerson', { record });
  await expect(sending).rejects.toMatchObject({ code: 'DO_NOT_SCREEN' });
  expect(await charged()).toBe(before);
  await desk.call('doNotScreen.removePerson', { record });
});

it('recognizes a person after the connection was removed and added again', async () => {
  const { id: removed } = await desk.call('connections.add', { name: 'Removed', baseUrl: client.url });
  await desk.call('connections.setToken', { id: removed, token: client.token });
  const record = { constituentId: 'C-1', primaryFirst: 'Olu', primaryLast: 'Adeyemi' };
  await desk.call('service.screenOne', { connectionId: removed, record });
  await desk.call('connections.remove', { id: removed });
  const { id: added } = await desk.call('connections.add', { name: 'Added', baseUrl: client.url });
  expect(await alone(record, added)).toMatchObject({ outcome: 'done' });
});

it('does not store the person in clear text', async () => {
  const kept = desk.storedBytes();
  for (const text of ['KEPT-1', 'Rosalind', 'rosalind', 'Quayle', 'quayle']) expect(kept.includes(text)).toBe(false);
});
