/**
 * Texts outside rows that name a person are found, are shown before they change, and have no trace of the person after the erasure.
 * @module-tag deep
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import type { Output } from '../../../shared/contract/index.ts';
import { bytesOf, decryptedOf } from '../../kit/carving.ts';
import { eventually } from '../../kit/eventually.ts';
import { pilot } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const HEADINGS = 'Constituent ID,Name,Address,City,State,ZIP,Email,Home Phone';
const ROSALIND = 'KX-40117,"QUAYLE, ROSALIND",12 Larkspur Ln,Worcester,MA,01609,rosalind@example.org,(508) 555-0117';
const OTHERS = Array.from({ length: 12 }, (_, at) => `X${at},"Li, Wei",${at + 1} Quarry Rd,Nashua,NH,03060,wei${at}@example.org,`);
/** The name, ID, email, street and phone number, in any notation. */
const CANARY = /rosalind|quayle|KX-?40117|larkspur|508.{0,3}555.{0,3}0117/i;
const NAME = 'Rosalind Quayle';
/** The traces of the person that are left, with the text around them. */
const tracesIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(CANARY, 'gi'))].map(({ index }) => text.slice(Math.max(0, index - 80), index + 80));

const desk = await setupTestDesk();
const dataDir = join(desk.folder, 'data');
let screened = '';
let draft = '';
let other = '';

const quoted = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;
const selection = { outcome: 'scored' as const, filters: [], find: '' };

beforeAll(async () => {
  const { connectionId } = desk;
  screened = await desk.importFile({ name: `gala of ${NAME}.csv`, content: quoted([HEADINGS, ROSALIND, ...OTHERS]) });
  await desk.call('projects.change', { id: screened, name: `Gala of ${NAME}`, purpose: 'Ask amounts', sendErrors: true });
  await desk.send(screened);
  await desk.call('notes.save', { id: screened, row: 3, note: `Sister of ${NAME}`, nextStep: 'Lunch at 12 Larkspur Ln' });
  await desk.call('notes.save', { id: screened, row: 4, note: 'Likes quail', nextStep: '' });
  const verdict = { is: 'right', reason: null, note: 'Met with Quayle, Rosalind' } as const;
  await desk.call('review.set', { id: screened, people: [{ row: 3 }], verdict });
  await desk.call('report.save', {
    id: screened,
    settings: {
      hidden: [],
      paper: null,
      names: true,
      subtitle: `For ${NAME}’s board`,
      steps: { texts: ['Call 1-508-555-0117', 'Write to rosalind@example.org', 'Thank the Quayles'], basis: [] },
    },
  });
  await desk.call('segments.save', {
    id: screened,
    segmentId: null,
    name: `Friends of ${NAME}`,
    filters: [{ kind: 'is', column: 'field:constituentId', value: 'KX-40117' }],
    find: '12 Larkspur Ln',
  });
  const [layout] = await desk.call('layouts.list', { id: screened });
  await desk.call('layouts.save', { id: screened, layout: { ...layout!, id: 'own', name: `Gifts of ${NAME}`, hint: '' } });
  await desk.call('officers.assign', { id: screened, selection, officer: NAME, people: 13 });
  await desk.call('officers.undo', { id: screened });
  await desk.call('retention.keep', { ids: [screened], reason: `${NAME} asked` });
  await desk.call('templates.save', { id: screened, name: `List of ${NAME}` });
  await desk.call('scorePresets.save', {
    name: `Scores for ${NAME}`,
    configuration: { scoreWeights: { propensity: 1, affinity: 1, capacity: 8 } },
  });
  await desk.call('organizationRules.set', { required: [], severities: {}, record: { required: [], contact: NAME } });
  await desk.call('connections.change', { id: connectionId, name: `Account of ${NAME}` });
  const list = await desk.file(`objections of ${NAME}.csv`, ['Constituent ID,First Name,Last Name', 'N-1,Ada,Nobody']);
  await desk.call('doNotScreen.add', { file: list });

  draft = await desk.importList([`${HEADINGS},Chosen by ${NAME}`, `${ROSALIND},`, ...OTHERS.slice(0, 9).map((line) => `${line},`)]);
  await desk.call('projects.change', { id: draft, recencyDays: 0 });
  await desk.call('cost.choose', { id: draft, best: pilot(3, ['KX-40117', 'X1']) });
  const { plan } = await desk.call('columns.get', { id: draft });
  await desk.call('columns.change', { id: draft, plan: { ...plan, constants: [{ field: 'businessName', value: `${NAME} Fund` }] } });
  other = await desk.importList([HEADINGS, 'Z1,"Marsh, Ottilie",8 Pine St,Salem,OR,97301,ottilie@example.org,']);
  await desk.call('projects.change', { id: other, purpose: `Dinner with ${NAME}` });
  await desk.call('check.edit', { id: other, row: 2, field: 'primaryFirst', value: 'Ottoline' });
  // A list with the settings of an earlier list names that list.
  const again = await desk.file('again.csv', [HEADINGS, 'Z2,"Marsh, Edda",9 Pine St,Salem,OR,97301,edda@example.org,']);
  await desk.call('projects.create', { file: again, connectionId, settingsFrom: { kind: 'project', id: screened } });
  await desk.idle();
});

const placesOf = ({ projects }: Output<'people.find'>) => projects.flatMap(({ people }) => people);
const chosen = async (text: string) => ({
  text,
  places: placesOf(await desk.call('people.find', { text }))
    // Row 1 of a list contains its headings.
    .filter(({ row }) => row === 1 || row === 2)
    .map(({ id, row, profile }) => ({ id, row, profile })),
});

it('a search finds every text that names the person', async () => {
  const { projects, texts } = await desk.call('people.find', { text: NAME });
  const whatOf = (id: string) => projects.find((one) => one.id === id)?.texts;
  expect(whatOf(screened)).toEqual([
    'the name of the project',
    'the name of a sheet',
    'the settings of the list',
    'why the list is kept',
    'the report',
    'the names of officers',
    'the name of the file',
    'a message of the service',
  ]);
  expect(whatOf(draft)).toEqual(expect.arrayContaining(['a heading', 'a fixed value of the columns']));
  expect(whatOf(other)).toEqual(['what is declared for the record']);
  const folder = [
    `the template “List of ${NAME}”`,
    `segments, layouts or titles of columns of Account of ${NAME}`,
    'the name of a connection',
    'the name of saved score settings',
    'who knows what a record needs',
    expect.stringMatching(/^the name of a part of the do-not-screen list, “.*Quayle.csv”$/),
  ];
  expect(texts).toEqual(expect.arrayContaining(folder));
  expect(texts).toHaveLength(folder.length);
});

it('the file for the person has these texts, but no note about somebody else', async () => {
  desk.target = join(desk.folder, 'person.json');
  const begun = await desk.call('people.export', { ...(await chosen('KX-40117')), format: 'json' });
  await eventually(async () => expect((await desk.call('exports.get', { id: begun!.id })).state).toBe('done'));
  const { texts } = JSON.parse(readFileSync(desk.target, 'utf8')) as { texts: unknown[] };
  expect(texts).toContainEqual({ where: `the report (“Gala of ${NAME}”)`, text: 'Call 1-508-555-0117' });
  expect(texts).toContainEqual({ where: `a note about row 3 (“Gala of ${NAME}”)`, text: null });
});

it('each text is shown before and after the change, and a text with only the last name may mean somebody else', async () => {
  const { texts, blocked } = await desk.call('people.erasing', await chosen('Quayle'));
  expect(blocked).toEqual([]);
  const shown = texts.map(({ before, after, isSure }) => [before, after, isSure]);
  expect(shown).toEqual(
    expect.arrayContaining([
      [`Sister of ${NAME}`, 'Sister of [erased]', true],
      ['Met with Quayle, Rosalind', 'Met with [erased]', true],
      [`For ${NAME}’s board`, 'For [erased]’s board', true],
      ['Call 1-508-555-0117', 'Call [erased]', true],
      ['Write to rosalind@example.org', 'Write to [erased]', true],
      ['Thank the Quayles', 'Thank the [erased]', false],
    ]),
  );
});

it('of a long text the part with the first mark is shown, as the whole text becomes', async () => {
  const story = ' and the long story of the board'.repeat(10);
  const becomes = async (note: string) => {
    await desk.call('notes.save', { id: screened, row: 5, note, nextStep: '' });
    const { texts } = await desk.call('people.erasing', await chosen(NAME));
    const shown = texts.find(({ where }) => where.startsWith('a note about row 5 '))!;
    return shown.before === shown.after ? null : shown.after;
  };
  expect(await becomes(`Quayle${story} with Rosalind at 12 Larkspur Ln`)).toMatch(/^\[erased\] and the long story.*…$/);
  expect(await becomes(`Rosalind${story} at 12 Larkspur Ln${story}`)).toMatch(/^….*the board at \[erased\] and the long.*…$/);
  await desk.call('notes.save', { id: screened, row: 5, note: '', nextStep: '' });
});

it('nothing is changed when one of the texts has changed since', async () => {
  const before = decryptedOf(dataDir);
  const input = { ...(await chosen('Quayle')), neverScreen: true, texts: ['report no longer there'] };
  await expect(desk.call('people.erase', input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(decryptedOf(dataDir)).toBe(before);
  expect((await desk.call('doNotScreen.get', {})).people).toBe(1);
});

it('takes the person out of every text, and of the rows, so that no byte has them', async () => {
  // The host of a link in the profile, which the user confirmed, can name the person.
  const { values } = await desk.call('results.person', { id: screened, row: 2 });
  const host = values.find(({ value }) => value.length > 5)!.value.toLowerCase();
  const history = new Database(join(dataDir, 'history.sqlite'));
  history.prepare('INSERT INTO setting VALUES (?, ?)').run('confirmedLinkHosts', JSON.stringify([host, 'news.example.com']));
  history.close();
  const { counts } = (await desk.call('projects.get', { id: screened })).state as { counts: unknown };
  const paid = await desk.charged();

  const asked = await chosen('Quayle');
  expect(asked.places).toHaveLength(3);
  const { texts } = await desk.call('people.erasing', asked);
  const erased = await desk.call('people.erase', { ...asked, neverScreen: false, texts: texts.map(({ key }) => key) });
  expect(erased).toMatchObject({ places: 3, texts: texts.length });
  await desk.idle();

  const left = decryptedOf(dataDir);
  expect(tracesIn(left)).toEqual([]);
  expect(tracesIn(bytesOf(dataDir).toString('latin1'))).toEqual([]);
  for (const kept of ['Likes quail', 'Sister of [erased]', '["news.example.com"]', 'Ottoline']) expect(left).toContain(kept);
  expect(((await desk.call('projects.get', { id: screened })).state as { counts: unknown }).counts).toEqual(counts);
  expect(await desk.charged()).toBe(paid);
});

it('an error of the service that belongs to no row is found, and erased with the person whom it quotes', async () => {
  const { client } = desk.practice;
  await client.settings({ dialect: 'row-of-answer' });
  const TOBIAS = 'T-4411,"WHITLOCK, TOBIAS",77 Old Post Rd,Boulder,CO,80306,tobias@example.invalid,';
  const id = await desk.importList([HEADINGS, TOBIAS, ...OTHERS]);
  await desk.call('projects.change', { id, sendErrors: true, resendRecent: true });
  await desk.send(id);
  await client.settings({ dialect: 'default' });
  const text = 'tobias@example.invalid';
  const { projects } = await desk.call('people.find', { text });
  expect(projects.map((one) => one.texts)).toEqual([['an error of the service that belongs to no row']]);
  const before = await desk.call('results.get', { id });
  const places = projects.flatMap(({ people }) => people.map((one) => ({ id: one.id, row: one.row, profile: one.profile })));
  expect(places).toHaveLength(1);
  await desk.call('people.erase', { text, places, neverScreen: false });
  expect(decryptedOf(dataDir)).not.toMatch(/tobias|whitlock/i);
  expect(await desk.call('results.get', { id })).toMatchObject({ unplaced: before.unplaced, counts: before.counts });
});

it('erases from texts alone where no row has the person, only from those that the user chose, and the next start empties the log', async () => {
  await desk.call('projects.change', { id: other, purpose: 'Dinner with Hermione Wetherby' });
  const asked = { text: 'Hermione Wetherby', places: [] };
  const { texts, breaks } = await desk.call('people.erasing', asked);
  expect(breaks.join(' ')).not.toContain('The rows are kept');
  expect(texts).toMatchObject([{ after: 'Dinner with [erased]', isSure: false }]);
  expect(await desk.call('people.erase', { ...asked, neverScreen: false })).toMatchObject({ places: 0, texts: 0 });
  const keys = texts.map(({ key }) => key);
  expect(await desk.call('people.erase', { ...asked, neverScreen: false, texts: keys })).toMatchObject({ places: 0, texts: 1 });
  expect(decryptedOf(dataDir)).not.toMatch(/Wetherby/);

  // The state that a program leaves if it ends before it has emptied the log.
  const begun = () => history.prepare("SELECT count(*) FROM setting WHERE name = 'erased-texts'").pluck().get();
  const history = new Database(join(dataDir, 'history.sqlite'));
  history.prepare("INSERT INTO setting VALUES ('erased-texts', '')").run();
  expect(begun()).toBe(1);
  await desk.restart();
  await desk.idle();
  await eventually(() => expect(begun()).toBe(0));
  history.close();
});

it('the headings of a list are emptied if a row of the erased person was used as headings', async () => {
  const rows = ['P-9001,Philippa,Greystoke,5 Cask Ln,Worcester,MA,01609', 'P-9002,Otto,Lund,6 Cask Ln,Worcester,MA,01609'];
  const id = await desk.importList(rows);
  await desk.call('import.change', { id, headerRow: 1 });
  expect((await desk.call('columns.get', { id })).headers.join(' ')).toContain('Philippa');
  const text = 'Philippa Greystoke';
  const places = placesOf(await desk.call('people.find', { text })).map((one) => ({ id: one.id, row: one.row, profile: one.profile }));
  expect(places).toEqual([{ id, row: 1, profile: null }]);
  await desk.call('people.erase', { text, places, neverScreen: false });
  await desk.idle();
  expect(decryptedOf(dataDir)).not.toMatch(/philippa|greystoke|5 cask/i);
  expect((await desk.call('columns.get', { id })).headers).toEqual(['', '', '', '', '', '', '']);
  expect((await desk.call('check.get', { id })).rows).toBe(1);
});
