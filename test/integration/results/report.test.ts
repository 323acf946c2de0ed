/** The report in the application: its numbers agree with Scores and Review, in the view and in the cells of the workbook. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import * as XLSX from 'xlsx';
import { expect, it } from 'vitest';
import { ratingKey } from '../../../shared/results/result-shapes.ts';
import { cellsIn } from '../../kit/workbook-facts.ts';
import { people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { partOf, readZip } from '../spreadsheet-write/written-files.ts';

const desk = await setupTestDesk(localTasks);
const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0);

const DETAILS = 'mostRecentScore.scoreDetails.';
const CAPACITY = `${DETAILS}capacityValue`;
const PROPENSITY = `${DETAILS}propensityRating`;
const EVERYBODY = { outcome: 'scored' as const, filters: [], find: '' };
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, at) => at + from);

async function screened(lines: readonly string[]): Promise<string> {
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, recencyDays: 0, purpose: 'Ask amounts' });
  await desk.send(id);
  await desk.keepPartialResults();
  return id;
}

async function rate(id: string): Promise<void> {
  const bands = [
    { code: 'A', label: 'Principal', from: 500_000 },
    { code: 'B', label: 'Major', from: 100_000 },
    { code: 'C', label: 'Annual', from: 0 },
  ];
  const likely = [
    { code: '', label: 'Likely', from: 3 },
    { code: '', label: 'Possible', from: 0 },
  ];
  await desk.call('ratings.save', { id, rating: { kind: 'bands', column: CAPACITY, title: 'Our rating', steps: bands } });
  await desk.call('ratings.save', { id, rating: { kind: 'bands', column: PROPENSITY, title: 'Propensity', steps: likely } });
}

const get = (id: string) => desk.call('report.get', { id });
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

it('has the numbers of Scores and Review, without names, with and without ratings, verdicts, officers and an earlier screening', async () => {
  await screened(people('R', ...numbers(40)));
  const id = await screened(people('R', ...numbers(40, 3)));
  const before = await desk.practice.client.ledger();
  const plain = (await get(id)).report;
  const groups = (await desk.call('results.capacity', { id }))!;
  expect(plain.capacity?.bands.filter(({ label }) => label !== 'No capacity').map(({ people: count, sum }) => [count, sum])).toEqual(
    groups.bands.map(({ rows, sum }) => [rows, sum]),
  );
  expect([plain.matrix, plain.subtitle, plain.names]).toEqual([null, 'Ask amounts', null]);
  expect(sumOf(plain.distribution!.lines.map(({ value }) => value))).toBeLessThanOrEqual(40);

  await rate(id);
  await desk.call('officers.assign', {
    id,
    selection: { ...EVERYBODY, chosen: { isExcept: false, rows: [2] } },
    officer: 'J. Castellan',
    people: 1,
  });
  const queue = await desk.call('review.queue', { id, filters: [], find: '', value: null, part: 'all', offset: 0, limit: 200 });
  const judged = queue.rows.slice(0, 3).map(({ row }) => ({ row }));
  await desk.call('review.set', { id, people: judged.slice(0, 2), verdict: { is: 'wrong', reason: null, note: '' } });
  await desk.call('review.set', { id, people: judged.slice(2), verdict: { is: 'right', reason: null, note: '' } });

  const { report } = await get(id);
  const results = await desk.call('results.get', { id });
  const review = await desk.call('review.get', { id, filters: [], find: '', value: null });
  const officers = await desk.call('results.officers', { id });
  const [rows, columns] = [ratingKey(CAPACITY), ratingKey(PROPENSITY)];
  const matrix = await desk.call('results.matrix', { id, selection: EVERYBODY, rows, columns, sum: CAPACITY });
  const { counts } = results;
  expect(results.judgedWrong).toBe(2);
  expect(report.capacity?.all).toEqual({ people: counts.scored - 2, sum: matrix.all.sum });
  expect(report.capacity?.bands.map(({ label, people: count, sum }) => [label, count, sum])).toEqual(
    matrix.rows.map(({ text, people: count, sum }) => [text === '' ? 'No capacity' : text, count, sum]),
  );
  expect(report.matrix?.cells).toEqual(
    matrix.cells.slice(0, report.matrix?.rows.length).map((row) => row.slice(0, report.matrix?.columns.length)),
  );
  expect(report.sent?.lines[0]).toEqual({ label: 'Scored', value: counts.scored });
  expect(report.sent?.all.value).toBe(sumOf(report.sent!.lines.map(({ value }) => value)));
  expect(sumOf(report.match!.lines.map(({ value }) => value))).toBe(counts.scored - 2);
  expect(report.match?.notes.join(' ')).toContain('3 checked by hand: 1 right, 2 wrong, 0 unsure.');
  expect(report.match?.notes.join(' ')).toContain(`${counts.scored} − 2 = ${counts.scored - 2}`);
  const since = await desk.call('results.since', { id, since: 'mostRecentScore.overallScore' });
  // Every scored person without a wrong match is in one line.
  expect(sumOf(report.since!.lines.map(({ value }) => value))).toBe(counts.scored - 2);
  expect(report.since?.lines.map(({ value }) => value)).toEqual(
    [since.counts.higher, since.counts.lower, since.counts.same, since.counts.noValue, since.counts.new].filter(
      (value, at) => at < 3 || value > 0,
    ),
  );
  const top = officers.all.top;
  const nobody = officers.officers.find(({ name }) => name === '')!.top;
  expect(top).toBeGreaterThan(0);
  expect(report.figures.map(({ value }) => value)).toEqual([
    matrix.all.sum,
    top,
    nobody,
    (await desk.call('projects.get', { id })).creditsCharged! / top,
  ]);
  expect(report.steps).toEqual([
    expect.stringContaining(`Assign officers to the ${nobody} `) as string,
    expect.stringContaining(`Review ${review.left} matches`) as string,
    'Write the scores back, and prove that they arrived.',
  ]);
  expect(JSON.stringify(report)).not.toMatch(/First[a-j]|Lastr[k-t]/);
  // Nothing of the report reaches the service.
  expect(await desk.practice.client.ledger()).toEqual(before);
});

it('stores the user’s choices encrypted, says how many numbers are newer, and removes the choices with the project', async () => {
  const id = await screened(people('K', ...numbers(12)));
  const { settings, report } = await get(id);
  const steps = { texts: ['Ask Quillfeather for the gala.'], basis: report.suggested };
  await desk.call('report.save', { id, settings: { ...settings, names: true, subtitle: 'For the board', hidden: ['sent'], steps } });
  await desk.restart();
  const kept = (await get(id)).report;
  expect([kept.steps, kept.subtitle, kept.newer]).toEqual([steps.texts, 'For the board', 0]);
  const page = await desk.call('results.page', {
    id,
    selection: EVERYBODY,
    columns: [CAPACITY],
    sort: { column: CAPACITY, descending: true },
    offset: 0,
    limit: 20,
  });
  expect(kept.names?.map(({ name }) => name)).toEqual(page.rows.map(({ name }) => name));
  await desk.call('review.set', { id, people: [{ row: page.rows[0]!.row! }], verdict: { is: 'unsure', reason: null, note: '' } });
  const newer = (await get(id)).report;
  expect([newer.steps, newer.newer > 0]).toEqual([steps.texts, true]);
  const bytes = desk.storedBytes().toString('latin1');
  expect(bytes).toContain(`report/${id}`);
  expect(bytes).not.toContain('Quillfeather');
  await desk.call('projects.remove', { id, loseResults: true });
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'), { readonly: true });
  expect(database.prepare("SELECT name FROM setting WHERE name LIKE 'report/%'").all()).toEqual([]);
  database.close();
});

it('is the first sheet of the workbook and a separate file, with charts that LibreOffice renders', async () => {
  const id = await screened(people('W', ...numbers(40)));
  await rate(id);
  const { report } = await get(id);
  const path = await desk.exportWorkbook(id, {
    kind: 'workbook',
    id,
    format: { kind: 'xlsx', bars: [] },
    people: { kind: 'everyone', priorScores: false },
    columns: null,
  });
  const book = XLSX.read(readFileSync(path));
  expect(book.SheetNames).toEqual(['Report', 'Top prospects', 'Scores', 'Review', 'Errors', 'Unmatched', 'Summary', 'Record', 'Settings']);
  const cells = cellsIn(path, 'Report');
  for (const { label, people: count, sum } of report.capacity!.bands.filter((band) => band.sum > 0)) {
    const line = cells.find(([first, second, third]) => first === label && second === count && third === sum);
    expect([label, line]).toEqual([label, expect.any(Array)]);
  }
  for (const [at, text] of report.matrix!.rows.entries())
    expect(cells).toContainEqual([text, ...report.matrix!.cells[at]!.map(({ people: count }) => count)]);
  for (const { label, value } of [...report.match!.lines, ...report.sent!.lines]) expect(cells).toContainEqual([label, value]);
  expect(cells.flat()).toEqual(expect.arrayContaining(report.steps.map((step, at) => `${at + 1}. ${step}`)));
  expect(JSON.stringify(cells)).not.toMatch(/First[a-j]/);
  expect(partOf(await readZip(path), 'xl/worksheets/sheet1.xml')).toContain('orientation="portrait" fitToWidth="1" fitToHeight="1"');

  // The charts at the side are in the printed area too.
  expect(partOf(await readZip(path), 'xl/workbook.xml')).toMatch(
    /<definedName name="_xlnm.Print_Area" localSheetId="0">'Report'!\$A\$1:\$[H-Z]\$\d+</,
  );

  const alone = await desk.exportWorkbook(id, { kind: 'report', id, format: 'xlsx' });
  expect(XLSX.read(readFileSync(alone)).SheetNames).toEqual(['Report']);
  if (office === undefined) return;
  const out = join(desk.folder, 'drawn');
  mkdirSync(out);
  const user = `-env:UserInstallation=${pathToFileURL(join(desk.folder, 'office')).href}`;
  for (const format of ['html', 'pdf']) {
    const run = spawnSync(office, [user, '--headless', '--convert-to', format, '--outdir', out, alone], { encoding: 'utf8' });
    expect([run.status, `${run.stdout}${run.stderr}`]).toEqual([0, expect.not.stringMatching(/error|repair/i)]);
  }
  // Each chart is rendered as a picture: one for the capacity, one for the matches.
  const pictures = readdirSync(out).filter((name) => name.endsWith('.png'));
  expect(pictures).toHaveLength(2);
  for (const name of pictures) expect(readFileSync(join(out, name)).length).toBeGreaterThan(2000);
  const pdf = readFileSync(join(out, basename(alone).replace(/xlsx$/, 'pdf'))).toString('latin1');
  expect(/\/Type\s*\/Pages\b[^>]*\/Count\s+(\d+)/.exec(pdf)?.[1] ?? /\/Count\s+(\d+)/.exec(pdf)?.[1]).toBe('1');
});

it('names one person at the top as one', async () => {
  const id = await screened(people('O', 1));
  // Every score that the practice service invents is in this top band.
  const steps = [{ code: 'A', label: 'Any', from: 0 }];
  await desk.call('ratings.save', { id, rating: { kind: 'bands', column: CAPACITY, title: 'Our rating', steps } });
  const { figures, credits } = (await get(id)).report;
  expect(figures.map(({ label }) => label)).toContain('credit spent for this person');
  expect(credits?.lines.map(({ label }) => label)).toContain('For the person at the top');
  expect([...figures, ...credits!.lines].map(({ label }) => label).join('; ')).not.toContain('the 1');
});
