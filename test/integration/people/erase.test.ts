/** A person is erased from every place: nothing about them can be read or recovered from the data folder, and nothing brings them back. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import type { Output, PersonPlace } from '../../../shared/contract/index.ts';
import { decryptedOf, replacedSince, sealedOf } from '../../kit/carving.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email,Remarks';
const ROSALIND = 'P1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,rosalind@example.org,met at Fernhollow';
const OTHERS = Array.from({ length: 300 }, (_, at) => `X${at},Wei,Li,${at + 1} Quarry Rd,Nashua,NH,03060,wei${at}@example.org,`);
const REFUSED = 'P2,Tobias,Whitlock,77 Old Post Rd,Boulder,CO,80306,tobias@example.invalid,';
/** Texts about the person anywhere, including what was typed about them. */
const CANARY = /Rosalind|Quayle|Larkspur|rosalind@|Fernhollow|Rosamunde|Zephyrine/i;

const desk = await setupTestDesk();
const dataDir = join(desk.folder, 'data');
let screened = '';
let draft = '';

beforeAll(async () => {
  screened = await desk.importList([HEADINGS, ROSALIND, ...OTHERS, REFUSED]);
  await desk.call('projects.change', { id: screened, sendErrors: true, resendRecent: true });
  await desk.call('check.edit', { id: screened, row: 2, field: 'primaryFirst', value: 'Rosamunde' });
  await desk.call('check.undo', { id: screened });
  await desk.call('check.edit', { id: screened, row: 3, field: 'primaryFirst', value: 'Weihua' });
  await desk.send(screened);
  await desk.call('notes.save', { id: screened, row: 2, note: 'Cousin of Zephyrine', nextStep: '' });
  const verdict = { is: 'right', reason: null, note: 'Knows Zephyrine' } as const;
  await desk.call('review.set', { id: screened, people: [{ row: 2 }], verdict });
  await desk.call('review.set', { id: screened, people: [{ row: 3 }], verdict: { ...verdict, note: 'Sings in the choir' } });
  const { headings, firstLines } = await desk.call('writeBack.plan', { id: screened, layoutId: 'civicrm', held: null });
  const theirs = firstLines.map((cells) => cells.with(1, 'Zephyrine'));
  const file = await desk.file(
    'theirs.csv',
    [headings, ...theirs].map((cells) => cells.map((cell) => `"${cell}"`).join(',')),
  );
  await desk.call('proof.run', { id: screened, layoutId: 'civicrm', file });
  draft = await desk.importList([
    `${HEADINGS},Do Not Contact`,
    `${ROSALIND.replace('P1', 'D1')},Yes`,
    ...OTHERS.slice(0, 2).map((row) => `${row},`),
  ]);
  await desk.call('check.sendObjected', { id: draft, reason: 'Rosalind agreed by phone' });
  await desk.call('check.edit', { id: draft, row: 2, field: 'primaryFirst', value: 'Rosamunde' });
  await desk.call('check.undo', { id: draft });
});

const placesOf = ({ projects }: Output<'people.find'>): PersonPlace[] => projects.flatMap(({ people }) => people);
const chosen = async (text: string) => ({
  text,
  places: placesOf(await desk.call('people.find', { text })).map(({ id, row, profile }) => ({ id, row, profile })),
});

const decrypted = () => decryptedOf(dataDir);

it('is refused while results of the list can still arrive', async () => {
  const retry = await desk.call('projects.fixRefused', { id: screened });
  await desk.idle();
  const before = decrypted();
  const asked = await chosen('Quayle');
  expect((await desk.call('people.erasing', asked)).blocked).toEqual([expect.stringContaining('is not finished')]);
  await expect(desk.call('people.erase', { ...asked, neverScreen: false })).rejects.toMatchObject({ code: 'NOT_NOW' });
  expect(decrypted()).toBe(before);
  await desk.call('projects.remove', { id: retry.id });
});

it('first says what will no longer work and what remains', async () => {
  const { blocked, breaks, remains } = await desk.call('people.erasing', await chosen('Quayle'));
  expect(blocked).toEqual([]);
  expect(breaks.join(' ')).toContain('can no longer be fetched again');
  expect(remains.join(' ')).toContain('send it the letter');
});

it('erases the person from the list, the results and everything typed, and no old page has them', async () => {
  const before = sealedOf(dataDir);
  expect(decrypted()).toMatch(CANARY);
  expect(await desk.call('proof.get', { id: screened })).not.toBeNull();
  const { counts } = (await desk.call('projects.get', { id: screened })).state as { counts: unknown };
  const paid = await desk.charged();
  expect(await desk.call('people.erase', { ...(await chosen('Quayle')), neverScreen: true })).toMatchObject({ places: 2 });
  await desk.idle();

  expect(placesOf(await desk.call('people.find', { text: 'Quayle' }))).toEqual([]);
  expect(decrypted()).not.toMatch(CANARY);
  expect(await desk.call('proof.get', { id: screened })).toBeNull();
  expect(decrypted()).toContain('Weihua');
  expect(decrypted()).toContain('Sings in the choir');
  const { replaced, left } = replacedSince(before, dataDir);
  const streams = replaced.map((place) => place.split(' ').at(-2));
  expect(streams).toEqual(expect.arrayContaining(['rows', 'edits', 'profiles', 'scores', 'list']));
  expect(left).toEqual([]);

  const rows = await desk.exportRows(screened);
  expect(rows).toHaveLength(302);
  expect(JSON.stringify(rows[0])).not.toMatch(CANARY);
  expect(rows[0]).toMatchObject({ 'Screening outcome': 'Scored' });
  expect(rows[1]).toMatchObject({ 'Constituent ID': 'X0', 'Screening outcome': 'Scored' });
  expect(((await desk.call('projects.get', { id: screened })).state as { counts: unknown }).counts).toEqual(counts);
  expect((await desk.call('results.get', { id: screened })).columns.length).toBeGreaterThan(0);
  expect(await desk.charged()).toBe(paid);
  expect((await desk.call('doNotScreen.get', {})).people).toBe(2);
});

it('takes the row out of a draft, so that no empty row is sent', async () => {
  await desk.call('projects.change', { id: draft, sendErrors: true, resendRecent: true });
  const cost = await desk.call('cost.get', { id: draft });
  expect([cost.rowsInFile, cost.rowsToSend]).toEqual([2, 2]);
});

it('nothing brings the person back: neither fetching again nor reading the file again', async () => {
  await expect(desk.call('results.fetchAgain', { id: screened })).rejects.toMatchObject({ code: 'NOT_NOW' });
  await expect(desk.call('import.change', { id: draft, headerRow: 1 })).rejects.toMatchObject({ code: 'NOT_NOW' });
  expect(decrypted()).not.toMatch(CANARY);
});

it('the record says that somebody was erased, and does not name them', async () => {
  const { entries, chain } = await desk.call('record.get', { id: screened });
  expect(entries.map(({ kind }) => kind)).toEqual(['sent', 'ended', 'removed']);
  expect(chain.verdict.problem).toBeNull();
});

it('erases a person whom the service refused, with its messages', async () => {
  expect(await desk.call('people.erase', { ...(await chosen('Whitlock')), neverScreen: false })).toMatchObject({ places: 1 });
  expect(decrypted()).not.toMatch(/Whitlock|tobias@/);
  expect((await desk.exportRows(screened)).at(-1)!['Screening outcome']).toBe('Not accepted');
});

it('an erasure that a program did not finish is finished by the next one', async () => {
  const id = await desk.importList([HEADINGS, ROSALIND.replace('P1', 'E1'), ...OTHERS.slice(0, 2)]);
  expect(decrypted()).toMatch(CANARY);
  // The state that a program leaves if it ends right after it has recorded the start of the erasure.
  const history = new Database(join(dataDir, 'history.sqlite'));
  history.prepare('INSERT INTO setting VALUES (?, ?)').run(`erased/${id}`, JSON.stringify({ rows: [2], profiles: [], isDone: false }));
  history.close();
  await desk.restart();
  await desk.idle();
  expect(decrypted()).not.toMatch(CANARY);
  expect(await desk.call('check.get', { id })).toMatchObject({ rows: 2 });
});
