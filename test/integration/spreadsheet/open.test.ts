import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { openSpreadsheet } from '../../../main/spreadsheet/open.ts';
import { workbook } from '../../fixtures/spreadsheet/workbooks.ts';
import { read, temporaryFolder } from '../../kit/sheet-files.ts';
import { ods, odsDocument } from '../../kit/sheet-ods.ts';
import { xlsx } from '../../kit/sheet-xlsx.ts';
import { zip } from '../../kit/sheet-zip.ts';

const folder = temporaryFolder();

const TABLE = [
  ['ID', 'Name', 'ZIP', 'Gift', 'Active'],
  ['0017', 'José Núñez', '02139', 1234.5, true],
  ['0018', '“Ann” O’Brien', '10001', 20, false],
];
const ROWS = [
  ['ID', 'Name', 'ZIP', 'Gift', 'Active'],
  ['0017', 'José Núñez', '02139', '1234.5', 'TRUE'],
  ['0018', '“Ann” O’Brien', '10001', '20', 'FALSE'],
];

function bySheetJs(bookType: XLSX.BookType, table: unknown[][] = TABLE): Buffer {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(table), 'List');
  const written = XLSX.write(book, { type: 'buffer', bookType, compression: true }) as Buffer;
  return Buffer.from(written);
}

describe('formats of other programs', () => {
  test.each<[XLSX.BookType, string]>([
    ['biff8', 'XLS'],
    ['xlsb', 'XLSB'],
    ['ods', 'ODS'],
    ['fods', 'ODS'],
    ['xlml', 'XML spreadsheet'],
    ['sylk', 'SYLK'],
    ['dif', 'DIF'],
    ['html', 'HTML table'],
  ])('%s', async (type, kind) => {
    // SYLK and DIF have no characters beyond their old code page.
    const plain = type === 'sylk' || type === 'dif';
    const table = plain
      ? TABLE.map((row) => row.map((cell) => (typeof cell === 'string' ? cell.replaceAll(/[^\x20-\x7e]/g, '?') : cell)))
      : TABLE;
    const path = await folder.write(`list.${type}`, bySheetJs(type, table));
    const found = await read(path);
    const expected = ROWS.map((row) => row.map((cell) => (plain ? cell.replaceAll(/[^\x20-\x7e]/g, '?') : cell)));
    expect(found.rows).toEqual(expected);
    expect(found.format).toBe('legacy');
    expect(found.facts.kind).toBe(kind);
  });

  test.each(['biff2', 'biff5'] as const)('XLS of before Excel 97: %s', async (type) => {
    const table = [
      ['Name', 'Gift'],
      ['Ada', 12],
    ];
    const found = await read(await folder.write('old.xls', bySheetJs(type, table)));
    expect(found.rows).toEqual([
      ['Name', 'Gift'],
      ['Ada', '12'],
    ]);
    expect(found.facts.kind).toBe('XLS');
  });

  test('dBASE', async () => {
    const found = await read(
      await folder.write(
        'list.dbf',
        bySheetJs('dbf', [
          ['NAME', 'GIFT'],
          ['Ada', 12],
          ['Grace', 7.5],
        ]),
      ),
    );
    expect(found.rows).toEqual([
      ['NAME', 'GIFT'],
      ['Ada', '12'],
      ['Grace', '7.5'],
    ]);
    expect(found.facts.kind).toBe('dBASE');
  });

  test('dates and formats of XLS and XLSB', async () => {
    const sheet: XLSX.WorkSheet = {
      '!ref': 'A1:E1',
      A1: { t: 'n', v: 45_322, z: 'm/d/yy' },
      B1: { t: 'n', v: 45_322.5, z: 'm/d/yy h:mm' },
      C1: { t: 'n', v: 2139, z: '00000' },
      D1: { t: 'e', v: 42 },
      E1: { t: 'n', v: 0.1 + 0.2 },
    };
    for (const bookType of ['biff8', 'xlsb'] as const) {
      const book: XLSX.WorkBook = {
        SheetNames: ['A', 'B'],
        Sheets: { A: sheet, B: sheet },
        Workbook: { Sheets: [{ Hidden: 0 }, { Hidden: 2 }], WBProps: { date1904: false } },
      };
      const bytes = Buffer.from(XLSX.write(book, { type: 'buffer', bookType }) as Buffer);
      const found = await read(await folder.write(`dates.${bookType}`, bytes));
      expect(found.rows).toEqual([['2024-01-31', '2024-01-31T12:00:00', '02139', '#N/A', '0.3']]);
      expect(found.sheets.map(({ name, visibility }) => [name, visibility])).toEqual([
        ['A', 'visible'],
        ['B', 'veryHidden'],
      ]);
    }
  });

  test('an HTML table with zeros, by another name and in another encoding', async () => {
    const html =
      '<html><head><meta charset="windows-1252"></head><body><table><tr><th>Name<th>ZIP</tr><tr><td>Jos\xe9 &amp; Ana<td>02139</tr></table></body></html>';
    const found = await read(await folder.write('export.xls', Buffer.from(html, 'latin1')));
    expect(found.rows).toEqual([
      ['Name', 'ZIP'],
      ['José & Ana', '02139'],
    ]);
    expect(found.facts).toMatchObject({ kind: 'HTML table', extensionMisleads: true });
  });
});

describe('text', () => {
  test.each<[string, string | Buffer, string[][], object]>([
    [
      'commas.csv',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      { encoding: 'utf-8', delimiter: ',', byteOrderMark: false },
    ],
    [
      'semicolons.csv',
      Buffer.from('Name;Betrag\r\n\xc4nne;1.234,56\r\n', 'latin1'),
      [
        ['Name', 'Betrag'],
        ['Änne', '1.234,56'],
      ],
      { encoding: 'windows-1252', delimiter: ';' },
    ],
    [
      'unicode.txt',
      Buffer.from('\uFEFFName\tCity\r\nŁucja\tŁódź\r\n', 'utf16le'),
      [
        ['Name', 'City'],
        ['Łucja', 'Łódź'],
      ],
      { encoding: 'utf-16le', delimiter: '\t', byteOrderMark: true },
    ],
    [
      'marked.csv',
      '\uFEFFID,Name\n1,x\n',
      [
        ['ID', 'Name'],
        ['1', 'x'],
      ],
      { byteOrderMark: true },
    ],
    ['separator.csv', 'sep=|\r\na|b\r\n', [['a', 'b']], { delimiter: '|' }],
    [
      'dos.csv',
      'a,b\r\n1,2\r\n\x1a',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      {},
    ],
    [
      'ids.csv',
      "id,code\n00012345678901234567,1E5\n'00123,=1+1\n",
      [
        ['id', 'code'],
        ['00012345678901234567', '1E5'],
        ["'00123", '=1+1'],
      ],
      {},
    ],
    [
      'named.xls',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      { extensionMisleads: true, kind: 'CSV' },
    ],
    ['single.tsv', 'Name\nAda, Countess\nGrace\n', [['Name'], ['Ada, Countess'], ['Grace']], { delimiter: '\t' }],
  ])('%s', async (name, content, rows, facts) => {
    const found = await read(await folder.write(name, content));
    expect(found.rows).toEqual(rows);
    expect(found.facts).toMatchObject(facts);
    expect(found.sheets).toEqual([{ name: name.replace(/\.\w+$/, ''), hidden: false, visibility: 'visible', rowsHint: null }]);
  });

  test('encoding and delimiter may be chosen by hand', async () => {
    const path = await folder.write('choice.csv', Buffer.from('a,b;c\nJos\x8e,x;y\n', 'latin1'));
    expect((await read(path, { encoding: 'macintosh', delimiter: ';' })).rows).toEqual([
      ['a,b', 'c'],
      ['José,x', 'y'],
    ]);
    expect((await read(path, { encoding: 'utf-8' })).rows[1]![0]).toBe('Jos\uFFFD');
    await expect(openSpreadsheet(path, { encoding: 'klingon' })).rejects.toMatchObject({ code: 'FILE_UNSUPPORTED' });
    await expect(openSpreadsheet(path, { delimiter: '"' })).rejects.toMatchObject({ code: 'FILE_UNSUPPORTED' });
    await expect(openSpreadsheet(path, { delimiter: ', ' })).rejects.toMatchObject({ code: 'FILE_UNSUPPORTED' });
  });

  test('of many chunks in another encoding, with characters across their borders', async () => {
    const line = 'Łucja;東京;😀 Zoë\r\n';
    const count = 60_000;
    const path = await folder.write('large.csv', Buffer.from(`\uFEFF${line.repeat(count)}`, 'utf16le'));
    const { rows } = await read(path);
    expect(rows).toHaveLength(count);
    expect(rows.every((row) => row.join(';') === 'Łucja;東京;😀 Zoë')).toBe(true);
  });

  test('the name of a copy is the name that the user knows', async () => {
    const path = await folder.write('spool-7f3a', 'a\tb\n1\t2\n');
    const { sheets, facts } = await read(path, { name: 'Spring appeal.tsv' });
    expect(sheets[0]!.name).toBe('Spring appeal');
    expect(facts.extensionMisleads).toBe(false);
  });
});

describe('refusals, each with its own code and a sentence that names cause and remedy', () => {
  const locked = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(locked, '/EncryptedPackage', Buffer.alloc(5000));
  XLSX.CFB.utils.cfb_add(locked, '/EncryptionInfo', Buffer.alloc(5000));
  const letter = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(letter, '/WordDocument', Buffer.alloc(5000));
  const oleBytes = (container: ReturnType<typeof XLSX.CFB.utils.cfb_new>) =>
    Buffer.from(XLSX.CFB.write(container, { type: 'buffer' }) as Buffer);
  const manifest = {
    name: 'META-INF/manifest.xml',
    data: '<manifest:manifest xmlns:manifest="m"><manifest:encryption-data/></manifest:manifest>',
  };
  const mime = { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', stored: true };
  const dtd = '<!DOCTYPE x [<!ENTITY a "aaaa">]>';

  test.each<[string, string, Uint8Array | string, string, RegExp]>([
    ['nothing', 'empty.csv', '', 'FILE_EMPTY', /no bytes.*again/],
    ['blank lines', 'blank.csv', '\r\n \r\n,,\r\n', 'FILE_EMPTY', /blank lines/],
    ['a PDF', 'list.xlsx', '%PDF-1.7\n%âãÏÓ\n', 'FILE_NOT_SPREADSHEET', /PDF.*Choose/],
    ['a picture', 'list.xlsx', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'FILE_NOT_SPREADSHEET', /picture/],
    [
      'bytes of no kind',
      'list.xlsx',
      Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 37) % 32)),
      'FILE_NOT_SPREADSHEET',
      /neither a workbook nor text/,
    ],
    ['a zip of other files', 'list.xlsx', zip([{ name: 'list.csv', data: 'a,b' }]), 'FILE_NOT_SPREADSHEET', /zip archive.*Unpack/],
    [
      'a Word document',
      'list.xlsx',
      zip([
        { name: '[Content_Types].xml', data: '<a/>' },
        { name: 'word/document.xml', data: '<a/>' },
      ]),
      'FILE_NOT_SPREADSHEET',
      /Word/,
    ],
    ['an old Word document', 'list.xls', oleBytes(letter), 'FILE_NOT_SPREADSHEET', /Word/],
    ['a Numbers document', 'list.numbers', zip([{ name: 'Index/Document.iwa', data: 'x' }]), 'FILE_UNSUPPORTED', /Numbers.*Export/],
    ['a package without a workbook', 'list.xlsx', zip([{ name: '[Content_Types].xml', data: '<a/>' }]), 'FILE_DAMAGED', /missing/],
    ['an encrypted workbook', 'list.xlsx', oleBytes(locked), 'FILE_ENCRYPTED', /password.*remove the password/],
    ['an encrypted ODS', 'list.ods', zip([mime, manifest, { name: 'content.xml', data: 'x' }]), 'FILE_ENCRYPTED', /password/],
    ['an encrypted zip', 'list.xlsx', xlsx({ sheets: [{}], store: { claims: { flags: 1 } } }), 'FILE_ENCRYPTED', /password/],
    [
      'another ODF document',
      'list.ods',
      zip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }]),
      'FILE_NOT_SPREADSHEET',
      /LibreOffice/,
    ],
    [
      'entities in a workbook',
      'list.xlsx',
      xlsx({ sheets: [{}], parts: { 'xl/workbook.xml': `${dtd}<workbook/>` } }),
      'FILE_BOMB',
      /entity bomb/,
    ],
    ['entities in an ODS', 'list.ods', ods(dtd + odsDocument('')), 'FILE_BOMB', /entity bomb/],
    [
      'entities in an XML file',
      'list.xml',
      `<?xml version="1.0"?>${dtd}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`,
      'FILE_BOMB',
      /entity bomb/,
    ],
    ['a zip bomb', 'list.xlsx', xlsx({ sheets: [{}], parts: { 'xl/media/image1.png': Buffer.alloc(3_000_000) } }), 'FILE_BOMB', /zip bomb/],
    ['another XML file', 'list.xml', '<?xml version="1.0"?><people><person/></people>', 'FILE_UNSUPPORTED', /XML file of another kind/],
    ['JSON', 'list.json', '[{"name": "Ada"}]', 'FILE_UNSUPPORTED', /JSON/],
    [
      'a web page without a table',
      'list.xls',
      '<html><body><h1>Session expired</h1></body></html>',
      'FILE_NOT_SPREADSHEET',
      /without a table/,
    ],
    ['plain text by a workbook’s name', 'list.xlsx', 'Only a line of text\nand another\n', 'FILE_WRONG_EXTENSION', /\.xlsx.*plain text/],
    ['a truncated workbook', 'list.xlsx', workbook('shared strings').subarray(0, 700), 'FILE_DAMAGED', /cut off/],
    ['an XLS that is cut off', 'list.xls', bySheetJs('biff8').subarray(0, 400), 'FILE_DAMAGED', /damaged/],
    ['a workbook without sheets', 'list.xlsx', xlsx({ sheets: [] }), 'FILE_DAMAGED', /names no sheet/],
    ['a workbook of charts only', 'list.xlsx', xlsx({ sheets: [{ type: 'chartsheet' }] }), 'FILE_DAMAGED', /names no sheet/],
  ])('%s', async (_, name, content, code, message) => {
    await expect(read(await folder.write(name, content))).rejects.toMatchObject({
      name: 'SpreadsheetError',
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  test('a table by a workbook’s name is read all the same', async () => {
    const { rows, facts } = await read(await folder.write('table.xlsx', 'a,b,c\n1,2,3\n'));
    expect(rows).toEqual([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ]);
    expect(facts.extensionMisleads).toBe(true);
  });

  test('an XLS by an XLSX’s name, and the other way round', async () => {
    expect((await read(await folder.write('a.xlsx', bySheetJs('biff8')))).rows).toEqual(ROWS);
    expect((await read(await folder.write('b.xls', workbook('shared strings')))).rows).toHaveLength(2);
  });

  test('a file that is not there', async () => {
    await expect(openSpreadsheet(await folder.path('missing.xlsx'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    const file = await folder.write('file.csv', 'a,b');
    await expect(openSpreadsheet(`${file}/inside.csv`)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(openSpreadsheet('bad\0name.csv')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    const loop = await folder.path('loop.csv');
    await symlink(loop, loop);
    await expect(openSpreadsheet(loop)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  test('a folder', async () => {
    const path = await folder.path('folder.xlsx');
    await mkdir(path);
    await expect(openSpreadsheet(path)).rejects.toMatchObject({
      code: 'FILE_IS_FOLDER',
      message: expect.stringContaining('folder') as string,
    });
  });

  test.skipIf(process.platform === 'win32')('a pipe, without waiting for it', async () => {
    const path = await folder.path('pipe.csv');
    const [status] = (await once(spawn('sh', ['-c', 'mkfifo "$1"', 'sh', path]), 'exit')) as [number];
    expect(status).toBe(0);
    await expect(openSpreadsheet(path)).rejects.toMatchObject({ code: 'FILE_NOT_SPREADSHEET' });
  });

  test.skipIf(process.platform === 'win32')('a file without permission', async () => {
    const path = await folder.write('secret.csv', 'a,b\n1,2\n');
    await chmod(path, 0);
    // Nobody reads the folder above it but its owner, so the answer is the same for any other user.
    const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../kit/sheet-rows.ts', import.meta.url)), path], {
      ...other,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    expect(JSON.parse(output)).toMatchObject({ ok: false, error: { code: 'FILE_NO_PERMISSION' } });
    await chmod(path, 0o600);
  });

  test('a sheet that the workbook has not', async () => {
    for (const [name, bytes] of [
      ['s.xlsx', workbook('shared strings')],
      ['s.csv', 'a,b'],
      ['s.ods', ods(odsDocument('<table:table table:name="a"/>'))],
      ['s.xls', bySheetJs('biff8')],
    ] as const) {
      await expect(read(await folder.write(name, bytes), { sheet: 'none' })).rejects.toMatchObject({ code: 'SHEET_NOT_FOUND' });
    }
  });

  test('a sheet whose part is missing, only when it is asked for', async () => {
    const path = await folder.write(
      'part.xlsx',
      xlsx({
        sheets: [{ name: 'here', rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }, { name: 'gone' }],
        parts: { 'xl/worksheets/sheet2.xml': null },
      }),
    );
    expect((await read(path, { sheet: 'here' })).rows).toEqual([['1']]);
    await expect(read(path, { sheet: 'gone' })).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });
});

describe('limits', () => {
  test('files that would be held in memory as a whole', async () => {
    for (const type of ['biff5', 'html', 'xlml', 'fods'] as const) {
      const path = await folder.write(`big.${type}`, bySheetJs(type));
      await expect(openSpreadsheet(path, { limits: { legacyBytes: 100, markupBytes: 100 } })).rejects.toMatchObject({
        code: 'FILE_TOO_LARGE',
        message: expect.stringMatching(/save it as XLSX or CSV/) as string,
      });
    }
  });

  test('rows and columns of every format', async () => {
    const table = Array.from({ length: 12 }, (_, i) => [`a${i}`, `b${i}`, `c${i}`]);
    for (const type of ['xlsx', 'biff8', 'xlsb', 'ods', 'csv', 'html'] as const) {
      const path = await folder.write(`limits.${type}`, bySheetJs(type, table));
      expect((await read(path, { limits: { rows: 12, columns: 3 } })).rows).toEqual(table);
      await expect(read(path, { limits: { rows: 11 } })).rejects.toMatchObject({ code: 'FILE_TOO_MANY_ROWS' });
      await expect(read(path, { limits: { columns: 2 } })).rejects.toMatchObject({ code: 'FILE_TOO_MANY_COLUMNS' });
    }
  });
});

describe('a file that changes while it is read', () => {
  const large = () =>
    xlsx({
      sheets: [{ rows: Array.from({ length: 3000 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`).join('') }],
    });

  test.each<[string, () => Uint8Array | string]>([
    ['list.xlsx', large],
    ['list.csv', () => 'a,b\n'.repeat(3000)],
    [
      'list.ods',
      () =>
        ods(
          odsDocument(
            `<table:table table:name="a">${'<table:table-row><table:table-cell office:value-type="float" office:value="1"/></table:table-row>'.repeat(3000)}</table:table>`,
          ),
        ),
    ],
  ])('%s', async (name, bytes) => {
    const path = await folder.write(name, bytes());
    const changes: Record<string, () => Promise<void>> = {
      removed: () => rm(path),
      replaced: async () => {
        await writeFile(`${path}.new`, bytes());
        await rename(`${path}.new`, path);
      },
      'written to': () => writeFile(path, 'other'),
      touched: () => utimes(path, 1, 1),
    };
    for (const change of Object.values(changes)) {
      await writeFile(path, bytes());
      const workbook = await openSpreadsheet(path);
      const reading = (async () => {
        let first = true;
        for await (const _ of workbook.rows(0)) {
          if (first) await change();
          first = false;
        }
      })();
      await expect(reading).rejects.toMatchObject({ code: 'FILE_CHANGED' });
      await workbook.close();
    }
  });
});

describe('reading', () => {
  const lists: readonly [string, Uint8Array | string][] = [
    ['list.xlsx', workbook('a sheet of text beyond a block')],
    ['list.csv', Array.from({ length: 1200 }, (_, i) => `${i},row ${i}\n`).join('')],
    [
      'list.ods',
      bySheetJs(
        'ods',
        Array.from({ length: 1200 }, (_, i) => [i, `row ${i}`]),
      ),
    ],
    [
      'list.xls',
      bySheetJs(
        'biff8',
        Array.from({ length: 1200 }, (_, i) => [i, `row ${i}`]),
      ),
    ],
  ];

  test.each(lists)('stops after the rows that a preview wants, again and again: %s', async (name, bytes) => {
    const path = await folder.write(name, bytes);
    const opened = await openSpreadsheet(path);
    for (const maxRows of [1, 20, 700, 1200, 5000, 0]) {
      let rows = 0;
      for await (const block of opened.rows(0, { maxRows })) rows += block.rowCount;
      expect(rows).toBe(Math.min(maxRows, 1200));
    }
    expect(opened.sheetFacts(0).complete).toBe(true);
    await opened.close();
  });

  test.each(lists)('tells how far it is, up to the end: %s', async (name, bytes) => {
    const path = await folder.write(name, bytes);
    const opened = await openSpreadsheet(path);
    const told: number[] = [];
    for await (const _ of opened.rows(0, { onProgress: (read) => told.push(read) })) {
      // Only the progress matters here.
    }
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(opened.fileBytes);
    await opened.close();
  });

  test.each(lists)('ends with the reason of the signal: %s', async (name, bytes) => {
    const path = await folder.write(name, bytes);
    const opened = await openSpreadsheet(path);
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of opened.rows(0, { signal: controller.signal })) controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    await opened.close();
    await expect(openSpreadsheet(path, { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
  });

  test.each(lists)('may be left at any time, and the file be closed twice: %s', async (name, bytes) => {
    const path = await folder.write(name, bytes);
    const opened = await openSpreadsheet(path);
    for await (const _ of opened.rows(0)) break;
    await opened.close();
    await expect(opened.close()).resolves.toBeUndefined();
  });
});
