/** The user can override what was detected in a file: sheet, heading row, totals, encoding and delimiter. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import type { Input } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { setupApplication } from '../../kit/setup-application.ts';
import { desk as terminal } from '../../kit/terminal.ts';

const app = setupApplication();
const { call } = app;

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

async function importList(
  name: string,
  bytes: Uint8Array | string,
  more: Partial<Input<'projects.create'>> = {},
  spooled = false,
): Promise<string> {
  return await app.createDraft({ file: await app.offer(name, bytes, spooled), ...more });
}

/** The texts of a field in the rows of the list, in their order. */
async function textsOf(id: string, field: string): Promise<string[]> {
  const { fields, rows } = await call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 50 });
  return rows.map(({ values }) => values[fields.findIndex((one) => one === field)] ?? '');
}

const LIST = ['Last Name,City,Total Given', 'Ashdown,Lowell,10', 'Brink,Nashua,20', 'Carrow,Worcester,30', 'Total,,60'].join('\n');

function workbook(): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Last Name', 'City'],
      ['Ashdown', 'Lowell'],
      ['Brink', 'Nashua'],
    ]),
    'People',
  );
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Last Name', 'City'],
      ['Carrow', 'Worcester'],
    ]),
    'Former',
  );
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}

describe('rows at the end', () => {
  it('are shown and left out as totals, and count as people if the user says so, even after a change of the heading row', async () => {
    const id = await importList('list.csv', LIST);
    const found = await call('import.get', { id });
    expect(found).toMatchObject({ totalsRows: [5], rows: 3 });
    expect(found.lastRows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [2, 'Ashdown'],
      [3, 'Brink'],
      [4, 'Carrow'],
      [5, 'Total'],
    ]);
    expect(await textsOf(id, 'primaryLast')).toEqual(['Ashdown', 'Brink', 'Carrow']);
    expect(await call('import.change', { id, totalsRows: [] })).toMatchObject({ totalsRows: [], rows: 4 });
    expect(await textsOf(id, 'primaryLast')).toEqual(['Ashdown', 'Brink', 'Carrow', 'Total']);
    expect(await call('import.change', { id, headerRow: null })).toMatchObject({
      headerReason: 'You chose to use no row as headings.',
      totalsRows: [],
      rows: 5,
    });
    expect(await call('import.change', { id, headerRow: 1, totalsRows: [4, 5] })).toMatchObject({
      headerReason: 'You chose row 1.',
      totalsRows: [4, 5],
      rows: 2,
    });
    expect(await textsOf(id, 'primaryLast')).toEqual(['Ashdown', 'Brink']);
  });

  it('can be marked as totals in a long list only at its end', async () => {
    const many = ['Last Name,City', ...Array.from({ length: 3000 }, (_, index) => `Ashdown,Town ${index}`)].join('\n');
    const id = await importList('long.csv', many);
    expect(await call('import.change', { id, totalsRows: [2, 3001] })).toMatchObject({ totalsRows: [3001], rows: 2999 });
  });
});

describe('text', () => {
  const latin = Buffer.from('Last Name;City\nM\u00FCller;K\u00F6ln\nBrink;Nashua\n', 'latin1');

  it('is read in the encoding that the user chooses, or in the detected one', async () => {
    const id = await importList('list.csv', latin);
    expect(await call('import.get', { id })).toMatchObject({ text: { encoding: 'windows-1252', delimiter: ';' }, isReadable: true });
    expect(await textsOf(id, 'primaryLast')).toEqual(['Müller', 'Brink']);
    expect((await call('import.change', { id, encoding: 'windows-1251' })).text).toEqual({ encoding: 'windows-1251', delimiter: ';' });
    expect(await textsOf(id, 'primaryLast')).toEqual(['Mьller', 'Brink']);
    expect((await call('import.change', { id, encoding: null })).text?.encoding).toBe('windows-1252');
    expect(await textsOf(id, 'primaryLast')).toEqual(['Müller', 'Brink']);
  });

  it('is split at the delimiter that the user chooses, and keeps the chosen encoding', async () => {
    const id = await importList('list.csv', 'Last Name|City, State\nAshdown|Lowell, MA\nBrink|Nashua, NH\n', {
      importOptions: { delimiter: ',' },
    });
    expect((await call('columns.get', { id })).headers).toEqual(['Last Name|City', 'State']);
    await call('import.change', { id, encoding: 'windows-1252' });
    expect((await call('import.change', { id, delimiter: '|' })).text).toEqual({ encoding: 'windows-1252', delimiter: '|' });
    expect((await call('columns.get', { id })).headers).toEqual(['Last Name', 'City, State']);
  });

  it('is read again without a stored copy only if the user provides the same file', async () => {
    const id = await importList('list.csv', latin, {}, true);
    expect(readdirSync(app.folder)).not.toContain('spooled-list.csv');
    expect((await call('import.get', { id })).isReadable).toBe(false);
    expect(await codeOf(call('import.change', { id, encoding: 'windows-1251' }))).toBe('NOT_NOW');
    const other = await app.offer('list.csv', Buffer.concat([latin, Buffer.from('Carrow;Lowell\n')]), true);
    expect(await codeOf(call('import.change', { id, encoding: 'windows-1251', file: other }))).toBe('FILE_CHANGED');
    expect(await textsOf(id, 'primaryLast')).toEqual(['Müller', 'Brink']);
    await call('import.change', { id, encoding: 'windows-1251', file: await app.offer('list.csv', latin, true) });
    expect(await textsOf(id, 'primaryLast')).toEqual(['Mьller', 'Brink']);
    expect(readdirSync(app.folder)).not.toContain('spooled-list.csv');
  });

  it.each([
    ['with a byte order mark', Buffer.from('\uFEFFLast Name;City\nAshdown;Lowell\n')],
    ['in UTF-16', Buffer.from('\uFEFFLast Name;City\nAshdown;Lowell\n', 'utf16le')],
    ['after a line that names the delimiter', Buffer.from('sep=;\nLast Name;City\nAshdown;Lowell\n')],
    ['with an end of text', Buffer.from('Last Name;City\nAshdown;Lowell\n\u001A')],
    ['longer than one read', Buffer.from(`Last Name;City\nAshdown;Lowell\n${`Brink;${'Nashua '.repeat(99)}\n`.repeat(1500)}`)],
  ])('%s is recognized by all its bytes', async (_, bytes) => {
    const id = await importList('list.csv', bytes, {}, true);
    const other = Buffer.from(bytes);
    other[other.length - 1] = 0x20;
    expect(await codeOf(call('import.change', { id, delimiter: ';', file: await app.offer('list.csv', other, true) }))).toBe(
      'FILE_CHANGED',
    );
    await call('import.change', { id, delimiter: ';', file: await app.offer('list.csv', bytes, true) });
    expect((await textsOf(id, 'primaryLast'))[0]).toBe('Ashdown');
  });
});

describe('sheets', () => {
  it('can be chosen by name or position, even after a change of the columns', async () => {
    const id = await importList('book.xlsx', workbook(), { importOptions: { sheet: 'Former' } });
    expect(await textsOf(id, 'primaryLast')).toEqual(['Carrow']);
    const { plan } = await call('columns.get', { id });
    await call('columns.change', { id, plan });
    expect(await call('import.change', { id, sheet: 0 })).toMatchObject({ sheet: 0, rows: 2 });
    expect(await textsOf(id, 'primaryLast')).toEqual(['Ashdown', 'Brink']);
    expect(await codeOf(call('import.change', { id, sheet: 'Nobody' }))).toBe('SHEET_NOT_FOUND');
    expect(await textsOf(id, 'primaryLast')).toEqual(['Ashdown', 'Brink']);
  });

  it('cannot be changed if the file was moved', async () => {
    const id = await importList('book.xlsx', workbook());
    rmSync(join(app.folder, 'book.xlsx'));
    expect(await codeOf(call('import.change', { id, sheet: 1 }))).toBe('FILE_NOT_FOUND');
    expect((await call('import.get', { id })).isReadable).toBe(false);
    expect(await textsOf(id, 'primaryLast')).toEqual(['Ashdown', 'Brink']);
  });
});

describe('the command line', () => {
  it('uses the reading options', async () => {
    const list = join(app.folder, 'list.csv');
    writeFileSync(list, LIST);
    expect((await terminal(['check', list, '--json'])).lines.at(-1)).toMatchObject({ rows: 3 });
    expect((await terminal(['check', list, '--keep-totals', '--json'])).lines.at(-1)).toMatchObject({ rows: 4 });
    const parted = await terminal(['inspect', list, '--delimiter', 'tab', '--json']);
    expect((parted.lines[0] as { columns: unknown[] }).columns).toHaveLength(1);
    const refused = await terminal(['check', list, '--encoding', 'klingon', '--json']);
    expect(refused.lines).toMatchObject([{ ok: false, error: { code: 'USAGE' } }]);
    expect(refused.exit).toBe(1);
  });
});

describe('a file that could not be read as a list', () => {
  const failed = async (
    name: string,
    bytes: Uint8Array | string,
    importOptions: Input<'projects.create'>['importOptions'],
    spooled = false,
  ) => {
    const { id } = await call('projects.create', {
      file: await app.offer(name, bytes, spooled),
      ...(importOptions !== undefined && { importOptions }),
    });
    await app.idle();
    return { id, state: (await call('projects.get', { id })).state };
  };
  const withEmptySheet = () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Cover');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Last Name', 'City'], ['Ashdown', 'Lowell']]), 'People'); // prettier-ignore
    return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
  };

  it('can be read from another sheet if the chosen one is empty, and its copy is removed with the project', async () => {
    const { id, state } = await failed('people.xlsx', withEmptySheet(), { sheet: 'Cover' }, true);
    expect(state).toMatchObject({ at: 'unreadable', code: 'SHEET_EMPTY' });
    const seen = await call('import.get', { id });
    expect(seen).toMatchObject({ sheet: 0, rows: 0, firstRows: [], isReadable: true });
    expect(seen.sheets.map(({ name }) => name)).toEqual(['Cover', 'People']);
    expect(await call('import.change', { id, sheet: 1 })).toMatchObject({ sheet: 1, headerRow: 1, rows: 1 });
    expect((await call('projects.get', { id })).state).toEqual({ at: 'draft' });
    expect(await textsOf(id, 'primaryLast')).toEqual(['Ashdown']);
    await call('projects.remove', { id });
    expect(readdirSync(app.folder).filter((name) => name.startsWith('spooled'))).toEqual([]);
  });

  it('can be read without headings, or with another heading row', async () => {
    const { id, state } = await failed('one.csv', 'Last Name,City\n', {}, true);
    expect(state).toMatchObject({ at: 'unreadable', code: 'NO_ROWS' });
    expect(await call('import.get', { id })).toMatchObject({ headerRow: 1, firstRows: [{ row: 1, cells: ['Last Name', 'City'] }] });
    expect(await call('import.change', { id, headerRow: null })).toMatchObject({ headerRow: null, rows: 1 });

    const other = await failed('three.csv', ['Last Name,City', 'Ashdown,Lowell', 'Brink,Nashua'].join('\n'), { headerRow: 3 });
    expect(other.state).toMatchObject({ at: 'unreadable', code: 'NO_ROWS' });
    expect(await call('import.change', { id: other.id, headerRow: 1 })).toMatchObject({ headerRow: 1, rows: 2 });
    expect(await textsOf(other.id, 'primaryLast')).toEqual(['Ashdown', 'Brink']);
  });

  it('allows another choice after a choice that also fails, and leaves no copy after removal', async () => {
    const { id } = await failed('people.xlsx', withEmptySheet(), { sheet: 'Cover' }, true);
    await call('import.change', { id, sheet: 1, headerRow: 2 });
    expect((await call('projects.get', { id })).state).toMatchObject({ at: 'unreadable', code: 'NO_ROWS' });
    expect(await call('import.get', { id })).toMatchObject({ sheet: 1, headerRow: 2 });
    await call('projects.remove', { id });
    expect(readdirSync(app.folder).filter((name) => name.startsWith('spooled'))).toEqual([]);
    const nothing = await failed('note.pdf', '%PDF-1.7 no list', {});
    expect(nothing.state).toMatchObject({ at: 'unreadable' });
    expect(await codeOf(call('import.change', { id: nothing.id, headerRow: 1 }))).toBe('NOT_NOW');
  });
});

describe('the source system', () => {
  const EXPORT = ['Account Number,Informal Name,Last Name,Member ID,Last Gift Date', ...Array.from({ length: 8 }, (_, at) => `70${at},Ann ${at},Quayle${at},M${at},0${at + 1}/04/2019`)].join('\n'); // prettier-ignore
  const idColumn = async (id: string) => {
    const { plan, headers } = await call('columns.get', { id });
    return headers[plan.columns.find(({ to }) => to.kind === 'field' && to.field === 'constituentId')?.column ?? -1];
  };

  it('can be chosen, applies to columns that the user did not set, stays after a new reading, and can be set back', async () => {
    const id = await importList('list.csv', EXPORT);
    const found = await call('columns.get', { id });
    expect(found.system?.id).toBe('bloomerang');
    expect(await textsOf(id, 'rfmMostRecentGiftDate')).toContain('2019-02-04');

    const luminate = await call('columns.system', { id, system: 'luminate' });
    expect(luminate.system).toEqual({ id: 'luminate', name: 'Luminate Online', known: 1, of: 5 });
    expect(await idColumn(id)).toBe('Member ID');
    expect(await textsOf(id, 'constituentId')).toContain('M3');

    const none = await call('columns.system', { id, system: null });
    expect(none.system).toBeNull();
    await call('import.change', { id, headerRow: 1 });
    expect((await call('columns.get', { id })).system).toBeNull();

    expect(await call('columns.system', { id, system: 'bloomerang' })).toEqual(found);
    expect(await codeOf(call('columns.system', { id, system: 'abacus' }))).toBe('INPUT_INVALID');
  });

  it('does not change a column that the user set', async () => {
    const id = await importList('list.csv', EXPORT);
    const { plan, headers } = await call('columns.get', { id });
    const at = headers.indexOf('Last Gift Date');
    const columns = plan.columns.map((own) => (own.column === at ? { ...own, dateOrder: 'dmy' as const, settled: true } : own));
    await call('columns.change', { id, plan: { ...plan, columns } });
    await call('columns.system', { id, system: 'luminate' });
    expect((await call('columns.get', { id })).plan.columns[at]).toEqual(columns[at]);
    expect(await textsOf(id, 'rfmMostRecentGiftDate')).toContain('2019-04-02');
  });

  it('is set by --system in a terminal, for inspect and check', async () => {
    const path = join(app.folder, 'export.csv');
    writeFileSync(path, EXPORT);
    const inspected = async (...words: string[]) => {
      const { lines } = await terminal(['inspect', path, '--json', ...words]);
      return lines[0] as unknown as { system: { id: string } | null; columns: { header: string; field: string | null }[] };
    };
    const luminate = await inspected('--system', 'Luminate Online');
    expect(luminate.system?.id).toBe('luminate');
    expect(luminate.columns.find(({ field }) => field === 'constituentId')?.header).toBe('Member ID');
    expect((await inspected('--system', 'none')).system).toBeNull();
    expect((await terminal(['check', path, '--json', '--system', 'bloomerang'])).lines[0]).toMatchObject({ ok: true, rows: 8 });
    expect((await terminal(['inspect', path, '--system', 'Abacus'])).err).toContain('Use one of: none, Raiser');
  });
});
