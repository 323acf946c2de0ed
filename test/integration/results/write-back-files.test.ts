/** The files of a review and of a write back: no cell is a formula, and nothing about a person is readable in the data folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CFB } from 'xlsx';
import { expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const FOUND = '=HYPERLINK("http://x.example/Quillfeather")';
const NOTE = '@SUM(Thistlewood)';
const OFFICER = '+Marchbanks';
const EVERYBODY = { outcome: 'scored' as const, filters: [], find: '' };

const screened = async (prefix: string) => {
  const id = await desk.importList([
    'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email',
    `${prefix}1,Ada,Ashdown,1 Larkspur Ln,Worcester,MA,01609,ada@${prefix}.example.org`,
    `${prefix}2,Grace,Brink,2 Larkspur Ln,Worcester,MA,01609,grace@${prefix}.example.org`,
    `${prefix}3,Una,Dunmore,3 Larkspur Ln,Worcester,MA,01609,una@${prefix}.example.org`,
  ]);
  await desk.send(id);
  return id;
};

/** Compares an export in which one value of the first person differs. */
async function proved(id: string) {
  const plan = await desk.call('writeBack.plan', { id, layoutId: 'civicrm', held: null });
  const lines = plan.firstLines.map((line, at) => (at === 0 ? line.with(1, FOUND) : at === 1 ? line.with(1, '') : line));
  const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const file = await desk.file('theirs.csv', [plan.headings, ...lines].map(quoted));
  return await desk.call('proof.run', { id, layoutId: 'civicrm', file });
}

/** The XML of the first sheets of a workbook. */
const sheetsOf = (path: string): string => {
  const book = CFB.read(readFileSync(path), { type: 'buffer' });
  const sheets = [1, 2, 3, 4, 5, 6].flatMap((at) => CFB.find(book, `/xl/worksheets/sheet${at}.xml`) ?? []);
  return sheets.map(({ content }) => Buffer.from(content as Uint8Array).toString()).join('\n');
};

it('no cell of a workbook is a formula, and no text of a CSV file begins like one', async () => {
  const id = await screened('F');
  await desk.call('officers.assign', { id, selection: EVERYBODY, officer: OFFICER, people: 3 });
  await desk.call('review.set', { id, people: [{ row: 2 }], verdict: { is: 'right', reason: null, note: NOTE } });
  await proved(id);
  const saved = async (save: () => Promise<{ readonly id: string } | null>, format: string) => {
    const path = join(desk.folder, `saved.${format}`);
    desk.target = path;
    const started = await save();
    await desk.idle();
    expect((await desk.call('exports.get', { id: started!.id })).failure).toBeNull();
    return path;
  };
  for (const format of ['csv', 'xlsx'] as const) {
    const files = [
      () => desk.call('proof.repair', { id, states: ['missing'], format }),
      () => desk.call('proof.save', { id, format }),
      () => desk.call('results.export', { kind: 'toReview', id, format, filters: [], find: '' }),
    ];
    for (const save of files) {
      const path = await saved(save, format);
      const [text, formula] = format === 'xlsx' ? [sheetsOf(path), /<f[ >]/] : [readFileSync(path, 'utf8'), /(?:^|,)"?[=@+]/m];
      expect(text).not.toMatch(formula);
    }
  }
  const workbook = sheetsOf(await desk.exportWorkbook(id));
  expect(workbook).not.toMatch(/<f[ >][^<]*(?:HYPERLINK|SUM\(Thistlewood|Marchbanks)/);
});

it('a proof leaves no value, name or ID in the data folder that could be read, and no copy of the export', async () => {
  const id = await screened('Marlowe');
  expect(await proved(id)).toMatchObject({ counts: { different: { values: 1 }, missing: { values: 1 } } });
  const bytes = desk.storedBytes().toString('latin1');
  for (const text of ['Quillfeather', 'Ashdown', 'Marlowe1', 'theirs.csv']) expect(bytes).not.toContain(text);
});

it('a choice for all that a search finds leaves the others as they are', async () => {
  const id = await screened('Whitlow');
  await proved(id);
  const chosen = async (find: string, keep: 'ours' | 'theirs' | null) =>
    Object.values((await desk.call('proof.choose', { id, values: null, find, keep })).choices);
  // Only the first person has a different value.
  expect(await chosen('Brink', 'theirs')).toEqual([]);
  expect(await chosen('ashdown', 'theirs')).toEqual(['theirs']);
  expect(await chosen('whitlow2', null)).toEqual(['theirs']);
});

it('choices of a proof, settings of a report and words of a layout leave nothing that could be read', async () => {
  const id = await screened('Sedgwick');
  const { valueTitles } = await proved(id);
  const { settings, report } = await desk.call('report.get', { id });
  const steps = { texts: ['Ask Ashdown about Yarborough.'], basis: report.suggested };
  await desk.call('report.save', { id, settings: { ...settings, names: true, subtitle: 'For Wetherby', steps } });
  await desk.call('proof.choose', { id, values: null, keep: 'ours' });
  const { layout } = await desk.call('writeBack.plan', { id, layoutId: 'civicrm', held: null });
  const words = [{ from: '1', to: 'Wexcombe' }];
  const changed = { ...layout, columns: layout.columns.map((column, at) => (at === 1 ? { ...column, words } : column)) };
  await desk.call('layouts.save', { id, layout: changed });
  await desk.call('writeBack.plan', {
    id,
    layoutId: null,
    draft: { ...changed, name: 'Penhallow draft' },
    held: { reason: 'wrong', offset: 0 },
  });
  await desk.restart();
  const kept = await desk.call('proof.get', { id });
  expect([Object.values(kept!.choices), kept!.valueTitles]).toEqual([['ours'], valueTitles]);
  const bytes = desk.storedBytes().toString('latin1');
  // The draft of a layout is not stored at all; a saved layout is.
  const stored = (await desk.call('layouts.list', { id })).find((one) => one.id === 'civicrm');
  expect(stored?.columns[1]).toMatchObject({ words });
  for (const text of ['Wexcombe', 'Yarborough', 'Wetherby', 'Penhallow', 'Quillfeather', 'Ashdown', 'Sedgwick1'])
    expect(bytes).not.toContain(text);
});

it('a damaged proof is reported, and the same export can be compared again', async () => {
  const id = await screened('D');
  await proved(id);
  const data = join(desk.folder, 'data');
  for (const name of readdirSync(data, { recursive: true }).map(String)) {
    if (!name.endsWith('.sqlite') || !name.includes(id)) continue;
    const database = new Database(join(data, name));
    database.prepare("UPDATE chunk SET body = zeroblob(80) WHERE stream = 'proof'").run();
    database.close();
  }
  const page = () => desk.call('proof.page', { id, state: null, find: '', offset: 0 });
  await expect(page()).rejects.toMatchObject({
    code: 'PROJECT_PART_DAMAGED',
    message: expect.stringContaining('the last proof of the write back') as string,
  });
  await proved(id);
  expect((await page()).total).toBe(2);
});
