/** The list of profiles as a file, in the terminal: all pages of every paging dialect, typed cells, and no remaining temporary data. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { person, until } from '../kit/practice-client.ts';
import { setupTerminal } from '../kit/setup-terminal.ts';
import { cellsIn, factsIn } from '../kit/workbook-facts.ts';

/** With the single profile, this fills four pages of the list, and more than one chunk of the temporary file. */
const BULK = 330;
/** A temporary file with about 256 profiles is longer. */
const MANY_BYTES = 40_000;
/** The first bytes of compressed profiles before encryption. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const SINGLE = {
  constituentId: '007',
  primaryFirst: 'Ngozi',
  primaryLast: '=Okafor',
  postalCode: '01609',
  rfmMostRecentGiftValue: 1250.5,
  rfmMostRecentGiftDate: '2024-09-02',
  rfmTotalGiftCount: 14,
};

const { practice, folder, dataDir, desk, start } = await setupTerminal();
await practice.client.screen(
  'Spring',
  Array.from({ length: BULK }, (_, index) => person(index)),
);
await practice.client.read('/profile', { json: SINGLE });
let files = 0;

const wordsTo = (out: string) => ['profiles', '--out', out, '--connection', 'Service'];
const save = (out: string) => desk(...wordsTo(out), '--json');
/** A target in a separate folder. */
function targetOf(ending: string): { readonly out: string; readonly written: () => string[] } {
  const within = join(folder, `saved-${++files}`);
  mkdirSync(within);
  return { out: join(within, `profiles.${ending}`), written: () => readdirSync(within) };
}
const spooled = () =>
  existsSync(join(dataDir, 'spool'))
    ? readdirSync(join(dataDir, 'spool'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('profiles-'))
    : [];

describe('every page of the list', () => {
  it.each([
    'default',
    'pages-from-zero',
    'pages-without-total',
    'pages-with-last',
    'pages-with-next',
    'page-fields-last',
    'pages-from-zero,pages-without-total',
  ])('is in the workbook in the dialect %s', async (dialect) => {
    await practice.client.settings({ dialect });
    const charged = (await practice.client.ledger()).credits.charged;
    const { out, written } = targetOf('xlsx');
    const { exit, lines } = await save(out);
    expect(exit).toBe(0);
    expect(lines).toEqual([
      { ok: true, connection: { id: expect.any(String) as string, name: 'Service' }, profiles: BULK + 1, missing: 0, out },
    ]);
    const [headings, ...rows] = cellsIn(out, 'Profiles') as [string[], ...string[][]];
    expect(rows).toHaveLength(BULK + 1);
    const id = headings.indexOf('Constituent ID');
    expect(new Set(rows.map((row) => row[id]))).toEqual(
      new Set([...Array.from({ length: BULK }, (_, index) => person(index).constituentId), SINGLE.constituentId]),
    );
    expect(written()).toEqual(['profiles.xlsx']);
    expect(spooled()).toEqual([]);
    expect((await practice.client.ledger()).credits.charged).toBe(charged);
  });

  it('missing profiles are counted in the terminal and in the workbook', async () => {
    await practice.client.settings({ dialect: 'paging-ignored' });
    const { out } = targetOf('xlsx');
    const { exit, lines, err } = await save(out);
    expect(exit).toBe(0);
    expect(lines).toMatchObject([{ profiles: 100, missing: BULK + 1 - 100 }]);
    expect(err).toContain('The service counts 231 more profiles than it returned; they are not in the file.');
    expect(factsIn(out, 'Summary')).toMatchObject({
      'Profiles in the file': 100,
      'Profiles that the service counts': BULK + 1,
      Connection: 'Service',
    });
  });
});

describe('the cells', () => {
  it('are numbers, dates, amounts and texts in a workbook, and none is a formula', async () => {
    const { out } = targetOf('xlsx');
    await save(out);
    const sheet = XLSX.read(readFileSync(out), { cellDates: true, cellNF: true, cellFormula: true }).Sheets['Profiles']!;
    const headings = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1 })[0]!;
    const rowOf = (value: string) =>
      1 + XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, blankrows: true }).findIndex((row) => row.includes(value));
    const row = rowOf(SINGLE.constituentId);
    const cell = (heading: string): XLSX.CellObject => {
      expect(headings).toContain(heading);
      return sheet[`${XLSX.utils.encode_col(headings.indexOf(heading))}${row}`] as XLSX.CellObject;
    };
    expect(cell('Constituent ID')).toMatchObject({ t: 's', v: '007' });
    expect(cell('Postal code')).toMatchObject({ t: 's', v: '01609' });
    expect(cell('Last name')).toMatchObject({ t: 's', v: '=Okafor' });
    expect(cell('Last name').f).toBeUndefined();
    expect(cell('Most recent gift, amount')).toMatchObject({ t: 'n', v: 1250.5 });
    expect(cell('Most recent gift, amount').z).toContain('$');
    expect(cell('Most recent gift, date').t).toBe('d');
    expect((cell('Most recent gift, date').v as Date).toISOString()).toContain('2024-09-02');
    expect(cell('Number of gifts')).toMatchObject({ t: 'n', v: 14 });
    expect(cell('Capacity rating').t).toBe('n');
  });

  it('are guarded against formulas in CSV', async () => {
    const { out } = targetOf('csv');
    expect((await save(out)).exit).toBe(0);
    const line = readFileSync(out, 'utf8')
      .split('\r\n')
      .find((text) => text.startsWith('007,'));
    expect(line).toMatch(/^007,Ngozi,.*,'=Okafor,/);
    expect(line).toContain('2024-09-02');
  });
});

describe('nothing is written', () => {
  it('if a page fails, and the exit code shows the failure', async () => {
    await practice.client.setFaults({ kind: 'status', status: 403, nth: 3, times: null, on: { step: 'profile-list' } });
    const { out, written } = targetOf('xlsx');
    const { exit, lines } = await save(out);
    expect(exit).not.toBe(0);
    expect(lines.at(-1)).toMatchObject({ ok: false });
    expect(written()).toEqual([]);
    expect(spooled()).toEqual([]);
  });

  it.each([
    [['--page', '2'], /--out writes every profile/],
    [['--find', 'Ada'], /--out writes every profile/],
  ])('with %j', async (more, message) => {
    const { out, written } = targetOf('xlsx');
    const { exit, err } = await desk(...wordsTo(out), ...more);
    expect(exit).toBe(1);
    expect(err).toMatch(message);
    expect(written()).toEqual([]);
  });

  it('to a file of another kind', async () => {
    const { out } = targetOf('pdf');
    expect(await save(out)).toMatchObject({ exit: 1, lines: [{ ok: false, error: { code: 'USAGE' } }] });
  });
});

describe('a program that ends while it reads', () => {
  it.each(['SIGKILL', 'SIGINT'] as const)('with %s leaves no readable data, and the next start removes all of it', async (signal) => {
    // The call that finds the first page number and three pages succeed. The last page waits.
    await practice.client.setFaults({ kind: 'latency', ms: 60_000, nth: 5, times: null, on: { step: 'profile-list' } });
    const { out, written } = targetOf('xlsx');
    const { child, ended } = start(...wordsTo(out), '--json');
    const bytes = () => Buffer.concat(spooled().map((name) => readFileSync(join(dataDir, 'spool', name))));
    await until(() => bytes().length > MANY_BYTES);
    expect(bytes().includes('primaryLast')).toBe(false);
    expect(bytes().includes(ZSTD_MAGIC)).toBe(false);
    child.kill(signal);
    await ended;
    await practice.client.clearFaults();
    expect(written()).toEqual([]);
    // A killed program leaves its temporary file for the next one to remove.
    expect(signal === 'SIGKILL' ? [] : spooled()).toEqual([]);
    await desk('connections', 'list');
    expect(spooled()).toEqual([]);
  });
});
