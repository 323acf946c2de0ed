/** One person in everything that the program stores: what a search finds, the file for the person, and the letter to the service. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Input, Output, PersonPlace } from '../../../shared/contract/index.ts';
import { eventually } from '../../kit/eventually.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { cellsIn } from '../../kit/workbook-facts.ts';

type EverywhereView = Output<'people.find'>;
type PlaceKey = Input<'people.letters'>['places'][number];

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email,Home Phone,Remarks';
const ROSALIND = 'P1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,rosalind@example.org,(508) 555-0117,';
const LI = 'P2,Wei,Li,5 Quarry Rd,Nashua,NH,03060,wei@example.org,,lunch with Zephyrine';
const REFUSED = 'P3,Tobias,Whitlock,77 Old Post Rd,Boulder,CO,80306,tobias@example.invalid,,';
const TWICE = 'P4,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,rosalind@example.org,,';

const desk = await setupTestDesk();
let screened = '';
let draft = '';
beforeAll(async () => {
  screened = await desk.importList([HEADINGS, ROSALIND, LI, REFUSED, TWICE]);
  await desk.call('projects.change', { id: screened, sendErrors: true });
  await desk.call('check.leaveOut', { id: screened, rows: [5], leaveOut: true });
  await desk.send(screened);
  await desk.call('notes.save', { id: screened, row: 3, note: 'Sister of Philippa Voss', nextStep: '' });
  draft = await desk.importList([HEADINGS, 'D1,Ottoline,Brandt,3 Elm St,Salem,MA,01970,ottoline@example.org,,']);
  await desk.call('check.edit', { id: draft, row: 2, field: 'primaryFirst', value: 'Ottilie' });
  await desk.call('check.undo', { id: draft });
});
afterEach(async () => {
  await desk.call('doNotScreen.clear', {});
});

const find = async (text: string): Promise<EverywhereView> => await desk.call('people.find', { text });
const placesOf = ({ projects }: EverywhereView): PersonPlace[] => projects.flatMap(({ people }) => people);
const rowsOf = (view: EverywhereView) =>
  placesOf(view).map(({ id, row }) => `${id === screened ? 'screened' : 'draft'} ${row ?? 'no row'}`);
const keyOf = ({ id, row, profile }: PersonPlace): PlaceKey => ({ id, row, profile });
const chosen = async (text: string) => ({ text, places: placesOf(await find(text)).map(keyOf) });

it.each([
  ['a name in any order and case', 'quayle ROSALIND', ['screened 2', 'screened 5']],
  ['an ID', 'P2', ['screened 3']],
  ['an email', 'wei@example.org', ['screened 3']],
  ['an address', '77 old post', ['screened 4']],
  ['a phone number in another notation', '+1 508.555.0117', ['screened 2']],
  ['a column that is not sent', 'Zephyrine', ['screened 3']],
  ['a correction that was undone', 'Ottilie', ['draft 2']],
  ['a list that was not sent', 'Brandt', ['draft 2']],
  ['nobody', 'Nobody Anywhere', []],
])('finds by %s', async (_, text, rows) => {
  expect(rowsOf(await find(text)).toSorted()).toEqual(rows);
});

it('says what happened to each row, and what was searched', async () => {
  const view = await find('example');
  expect(view.searched).toEqual({ projects: 2, rows: 7 });
  expect(
    Object.fromEntries(placesOf(view).map(({ id, row, outcome, leftOut }) => [`${id === screened ? 's' : 'd'}${row}`, [outcome, leftOut]])),
  ).toEqual({
    s2: ['scored', null],
    s3: ['scored', null],
    s4: ['refused', null],
    s5: ['leftOut', 'leftOutByHand'],
    d2: ['notSent', null],
  });
});

it('finds notes and comments of verdicts, templates, the do-not-screen list and screenings alone', async () => {
  await desk.call('review.set', { id: screened, people: [{ row: 2 }], verdict: { is: 'right', reason: null, note: 'seen with Voss' } });
  await desk.call('templates.save', { id: draft, name: 'List of Voss' });
  await desk.call('doNotScreen.addPerson', { record: { personalEmail: 'voss@example.org' } });
  await desk.call('service.screenOne', {
    connectionId: desk.connectionId,
    record: {
      constituentId: 'V-1',
      primaryFirst: 'Ida',
      primaryLast: 'Voss',
      street: '1 Elm St',
      city: 'Salem',
      state: 'MA',
      postalCode: '01970',
    },
  });

  const view = await find('voss');
  expect(placesOf(view)).toMatchObject([
    { row: 2, foundIn: ['note'], verdict: 'Right: seen with Voss', hasNote: false },
    { row: 3, foundIn: ['note'], verdict: null, hasNote: true },
  ]);
  expect(view.texts).toEqual(['the template “List of Voss”']);
  expect((await find('VOSS@example.org')).onDoNotScreen).toBe(true);
  expect((await find('V-1')).alone).toMatchObject([{ outcome: 'done' }]);
  expect((await find('P2')).alone).toEqual([]);
});

it('finds a value that only the profile has', async () => {
  const { values } = await desk.call('results.person', { id: screened, row: 2 });
  const rating = values.find(({ value }) => /^[A-Za-z]{4,}/.test(value) && !'rosalind quayle worcester'.includes(value.toLowerCase()))!;
  const place = placesOf(await find(rating.value)).find(({ row }) => row === 2);
  expect(place?.foundIn).toContain('profile');
});

async function exported(text: string, format: 'json' | 'xlsx'): Promise<string> {
  const path = join(desk.folder, `person.${format}`);
  desk.target = path;
  const begun = await desk.call('people.export', { ...(await chosen(text)), format });
  await eventually(async () => expect((await desk.call('exports.get', { id: begun!.id })).state).toBe('done'));
  return path;
}

it('writes all that is stored about a person as JSON', async () => {
  const { places } = JSON.parse(readFileSync(await exported('P2', 'json'), 'utf8')) as { places: Record<string, unknown>[] };
  expect(places).toHaveLength(1);
  expect(places[0]).toMatchObject({
    row: 3,
    name: 'Wei Li',
    state: 'Sent and scored',
    atService: true,
    idAsSent: 'P2',
    record: { constituentId: 'P2', city: 'Nashua' },
    note: 'Sister of Philippa Voss',
    profile: { constituentId: 'P2' },
  });
  expect(places[0]!['cells']).toContainEqual({ heading: 'Remarks', value: 'lunch with Zephyrine' });
});

it.each(['json', 'xlsx'] as const)('says why %s cannot be written', async (format) => {
  desk.target = join(desk.folder, 'gone', `person.${format}`);
  const begun = await desk.call('people.export', { ...(await chosen('P2')), format });
  await eventually(async () => {
    const { failure } = await desk.call('exports.get', { id: begun!.id });
    expect(failure).toEqual({ code: 'TARGET_UNWRITABLE', message: 'The folder does not exist. Choose another one.' });
  });
});

it('writes a correction that was undone', async () => {
  const { places } = JSON.parse(readFileSync(await exported('Ottilie', 'json'), 'utf8')) as { places: Record<string, unknown>[] };
  expect(places).toMatchObject([{ row: 2, name: 'Ottoline Brandt', corrections: [{ name: 'First name', value: 'Ottilie' }] }]);
  expect(cellsIn(await exported('Ottilie', 'xlsx'), 'Stored').map((row) => row.slice(2))).toContainEqual([
    'Corrections, also undone',
    'First name',
    'Ottilie',
  ]);
});

it('writes the same as a workbook', async () => {
  const path = await exported('P2', 'xlsx');
  expect(cellsIn(path, 'Places')[1]!.slice(2)).toEqual([3, 'Wei Li', 'Sent and scored']);
  const lines = cellsIn(path, 'Stored').map((row) => row.slice(2));
  expect(lines).toContainEqual(['File', 'Remarks', 'lunch with Zephyrine']);
  expect(lines).toContainEqual(['Record', 'City', 'Nashua']);
  expect(lines).toContainEqual(['Note', 'Note', 'Sister of Philippa Voss']);
  expect(lines.some(([part]) => part === 'Profile')).toBe(true);
});

it('writes a letter only about what the service has', async () => {
  const [letter, ...others] = await desk.call('people.letters', await chosen('example'));
  expect(others).toEqual([]);
  const remote = await desk.idsOnService(screened);
  expect(letter!.text).toMatch(/: IDs P1, P2, P3$/m);
  expect(letter!.text).not.toContain('D1');
  expect(letter!.text).toContain('To: Service (http://127.0.0.1:');
  expect(letter!.text).not.toContain('test-token');
  expect(remote).toContain('P2');
});

it('names people in a letter by the IDs that the service has: pseudonyms if these were sent', async () => {
  const id = await desk.importList([
    'MRN,First Name,Last Name,Address,City,State,ZIP,Email',
    'MRN-004711,Oriel,Vane,9 Hill St,Salem,MA,01970,oriel@example.org',
  ]);
  const { plan } = await desk.call('columns.get', { id });
  const columns = plan.columns.map((one) =>
    one.column === 0 ? { ...one, to: { kind: 'field' as const, field: 'constituentId' as const } } : one,
  );
  await desk.call('columns.change', { id, plan: { ...plan, columns, pseudonyms: true } });
  await desk.send(id);
  const [letter] = await desk.call('people.letters', await chosen('Oriel Vane'));
  const [pseudonym] = await desk.idsOnService(id);
  expect(pseudonym).toMatch(/^P-/);
  expect(letter!.text).toMatch(new RegExp(`: ID ${pseudonym!}$`, 'm'));
  expect(letter!.text).not.toContain('004711');
  await desk.call('projects.remove', { id });
});

it('stores neither what was looked for nor what was found', async () => {
  await find('Sought Elsewhere');
  await desk.call('people.letters', await chosen('Zephyrine'));
  const stored = desk.storedBytes();
  for (const text of ['Sought', 'Zephyrine', 'Nashua']) expect(stored.includes(text)).toBe(false);
});

it('puts a person on the do-not-screen list, who is then left out', async () => {
  expect(await desk.call('people.neverScreen', await chosen('P2'))).toMatchObject({ added: 1, known: 0, withoutKey: 0 });
  expect(placesOf(await find('P2'))).toMatchObject([{ onDoNotScreen: true }]);
  const later = await desk.importList([HEADINGS, LI]);
  expect(placesOf(await find('Wei Li')).find(({ id }) => id === later)).toMatchObject({ outcome: 'leftOut', leftOut: 'suppressed' });
  await desk.call('projects.remove', { id: later });
});

it('puts many people on the do-not-screen list in one change, each once', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `M${n},Sidony,Marsh${n},${n} Elm St,Salem,MA,01970,m${n}@example.org,,`);
  const id = await desk.importList([
    HEADINGS,
    ...many,
    'M7,Sidony,Marsh7,7 Elm St,Salem,MA,01970,m7@example.org,,',
    ',Sidony,Marsh,,,,,,,',
  ]);
  const { places } = await chosen('Sidony');
  const { list, ...counts } = await desk.call('people.neverScreen', { text: 'Sidony', places });
  expect(counts).toEqual({ added: 30, known: 1, withoutKey: 1 });
  expect(list).toMatchObject({ people: 30, lists: [{ people: 30, ids: 30 }] });
  expect(await desk.call('people.neverScreen', { text: 'Sidony', places })).toEqual({ list, added: 0, known: 31, withoutKey: 1 });
  expect(placesOf(await find('Sidony')).filter(({ onDoNotScreen }) => onDoNotScreen)).toHaveLength(31);
  await desk.call('doNotScreen.removePerson', { record: { constituentId: 'M7' } });
  expect(placesOf(await find('Sidony')).filter(({ onDoNotScreen }) => onDoNotScreen)).toHaveLength(29);
  await desk.call('projects.remove', { id });
});

it('puts a person on the do-not-screen list by the ID of a row whose email cannot be read', async () => {
  const id = await desk.importList([HEADINGS, 'E1,Odile,Farrant,8 Elm St,Salem,MA,01970,odile at example,,']);
  expect(await desk.call('people.neverScreen', await chosen('Farrant'))).toMatchObject({ added: 1, known: 0, withoutKey: 0 });
  expect(placesOf(await find('Farrant'))).toMatchObject([{ onDoNotScreen: true }]);
  await desk.call('projects.remove', { id });
});

it('finds a name in what was declared, even in the record of a removed project', async () => {
  const id = await desk.importList([HEADINGS, 'F1,Ines,Duarte,8 Elm St,Salem,MA,01970,ines@example.org,,']);
  await desk.call('projects.change', { id, purpose: 'Ask amount for Hermione Wetherby' });
  expect((await find('Wetherby')).projects.map(({ texts }) => texts)).toEqual([['what is declared for the record']]);
  await desk.send(id);
  await desk.call('projects.remove', { id, loseResults: true });
  const { projects, texts } = await find('Wetherby');
  expect(projects).toEqual([]);
  expect(texts).toEqual([expect.stringMatching(/^entry \d+ of the screening records$/)]);
});

it('refuses places that no longer have the text', async () => {
  const places = [{ id: screened, row: 3, profile: null }];
  await expect(desk.call('people.letters', { text: 'Rosalind', places })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

/** How a search finds people in settings, by the first part of the setting's name. */
const SETTINGS: Readonly<Record<string, string>> = {
  notes: 'notes about people',
  officers: 'names of officers',
  report: 'what was typed for the report',
  arrangement: 'segments, layouts and titles',
  balances: 'nobody',
  changes: 'nobody',
  export: 'the folder of a file that was not written, until the next start',
  'practice-removal': 'nobody',
  reading: 'nobody',
  'retention-looked': 'nobody',
  written: 'nobody',
};

it('knows each kind of setting, so that a new one does not go unsearched', () => {
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'), { readonly: true });
  const names = database.prepare('SELECT name FROM setting').pluck().all() as string[];
  database.close();
  const kinds = [...new Set(names.map((name) => name.split(/[/:]/)[0]!))];
  expect(kinds).toContain('notes');
  expect(kinds.filter((kind) => !(kind in SETTINGS))).toEqual([]);
});

it('cancels a search', async () => {
  const stop = new AbortController();
  const call = desk.call('people.find', { text: 'Rosalind' }, { signal: stop.signal });
  stop.abort();
  await expect(call).rejects.toMatchObject({ code: 'CANCELED' });
});

it('names a project that cannot be read, and searches the others', async () => {
  const damaged = await desk.importList([HEADINGS, ROSALIND]);
  const folder = join(desk.folder, 'data', 'projects');
  for (const name of readdirSync(folder)) if (name.startsWith(damaged) && name.endsWith('.sqlite')) writeFileSync(join(folder, name), '');
  const unreadable = await desk.importList([HEADINGS, ROSALIND]);
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
  database.prepare('UPDATE project SET sealed = zeroblob(40) WHERE id = ?').run(unreadable);
  database.close();
  const view = await find('Rosalind');
  expect(view.unread.map(({ id }) => id).toSorted()).toEqual([damaged, unreadable].toSorted());
  expect(rowsOf(view)).toContain('screened 2');
});
