/** A person in an earlier screening is about to be screened as a single profile. */
import { beforeAll, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email';
const ROSALIND = 'P1,ROSALIND,Quayle,12 Larkspur Ln,Worcester,MA,1609,rosalind@example.org';
const LI = 'P2,Wei,Li,5 Quarry Rd,Nashua,NH,03060-1234,wei@example.org';
const REFUSED = 'P3,Tobias,Whitlock,77 Old Post Rd,Boulder,CO,80306,tobias@example.invalid';

const desk = await setupTestDesk();
let first = '';
let second = '';
beforeAll(async () => {
  first = await desk.importList([HEADINGS, ROSALIND, LI, REFUSED]);
  await desk.call('projects.change', { id: first, sendErrors: true });
  await desk.send(first);
  second = await desk.importList([
    HEADINGS,
    ROSALIND.replace('12 Larkspur Ln', '40 Fern St'),
    'P9,Ada,Byrne,9 Hill St,Salem,MA,01970,ada@example.org',
  ]);
  await desk.send(second);
});

type Typed = Parameters<typeof find>[0];
async function find(record: { constituentId?: string; primaryFirst?: string; primaryLast?: string; postalCode?: string; street?: string }) {
  return await desk.call('results.screenedBefore', { connectionId: desk.connectionId, record });
}

it('finds the newest screening by ID, with the record as it was sent', async () => {
  const { found, unread } = await find({ constituentId: ' P1 ' });
  expect(unread).toBe(0);
  expect(found).toMatchObject({ projectId: second, row: 2, by: 'id' });
  expect(found?.at).toEqual(expect.any(Number));
  expect(found?.record).toContainEqual({ field: 'street', value: '40 Fern St' });
});

it('ends a search when a newer one starts', async () => {
  const older = find({ primaryFirst: 'Nobody', primaryLast: 'Anywhere', postalCode: '01609' });
  const newer = find({ constituentId: 'P2' });
  await expect(older).rejects.toMatchObject({ code: 'CLOSING' });
  expect((await newer).found).toMatchObject({ by: 'id' });
});

const SAME_NAME: readonly [Typed, string][] = [
  [{ primaryFirst: 'Rosalind', primaryLast: 'QUAYLE', postalCode: '01609' }, 'P1'],
  [{ primaryFirst: 'wei', primaryLast: 'Li', postalCode: '03060' }, 'P2'],
  // Another ID, such as one from a new system, does not hide the same person.
  [{ constituentId: 'NEW-7', primaryFirst: 'Ada', primaryLast: 'Byrne', postalCode: '1970' }, 'P9'],
];
it.each(SAME_NAME)('finds by first name, last name and ZIP: %o', async (record, id) => {
  const { found } = await find(record);
  expect(found).toMatchObject({ by: 'name' });
  expect(found?.record).toContainEqual({ field: 'constituentId', value: id });
});

const NO_MATCH: readonly Typed[] = [
  {},
  { street: '12 Larkspur Ln' },
  { constituentId: 'P4' },
  { primaryFirst: 'Rosalind', primaryLast: 'Quayle' },
  { primaryFirst: 'Rosa', primaryLast: 'Quayle', postalCode: '01609' },
  { primaryFirst: 'Rosalind', primaryLast: 'Quayle', postalCode: '02139' },
  // The service refused this person and charged nothing.
  { constituentId: 'P3', primaryFirst: 'Tobias', primaryLast: 'Whitlock', postalCode: '80306' },
];
it.each(NO_MATCH)('finds no one: %o', async (record) => {
  expect(await find(record)).toEqual({ found: null, unread: 0 });
});

it('finds no one on another account or in a removed screening', async () => {
  const { id: other } = await desk.call('connections.add', { name: 'Other', baseUrl: 'https://other.example' });
  expect(await desk.call('results.screenedBefore', { connectionId: other, record: { constituentId: 'P1' } })).toEqual({
    found: null,
    unread: 0,
  });
  await desk.call('projects.remove', { id: second });
  expect((await find({ constituentId: 'P1' })).found).toMatchObject({ projectId: first, by: 'id' });
});

it('finds a person of a list that is not finished, who is then screened alone only if the user agrees', async () => {
  const { client } = desk.practice;
  const person = { constituentId: 'RUN1', primaryFirst: 'Ines', primaryLast: 'Fischer', postalCode: '01609' };
  const id = await desk.importList([HEADINGS, 'RUN1,Ines,Fischer,3 Elm St,Worcester,MA,01609,ines@example.org']);
  await client.setFaults({ kind: 'status', status: 503, on: { step: 'profiles' }, times: null });
  const isRunning = desk.until(id, ({ state }) => state.at === 'collecting');
  const sending = desk.send(id);
  await isRunning;
  for (const record of [{ constituentId: 'RUN1' }, { ...person, constituentId: 'OTHER' }])
    expect((await find(record)).found).toMatchObject({ projectId: id, row: 2, isInProgress: true });
  expect((await find({ constituentId: 'RUN2' })).found).toBeNull();
  await client.clearFaults();
  await sending;
  expect((await find({ constituentId: 'RUN1' })).found).toMatchObject({ projectId: id, isInProgress: false });
});
