/** Files that are refused: each has its own code and a message that says what to do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { openSpreadsheet } from '../../../main/spreadsheet/open.ts';
import { workbook } from '../../fixtures/spreadsheet/workbooks.ts';
import { bySheetJs, ROWS } from '../../kit/sheetjs-workbook.ts';
import { read, temporaryFolder } from '../../kit/sheet-files.ts';
import { ods, odsDocument } from '../../kit/sheet-ods.ts';
import { xlsx } from '../../kit/sheet-xlsx.ts';
import { zip } from '../../kit/sheet-zip.ts';

const folder = temporaryFolder();

describe('files that are not read', () => {
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
    ['an empty file', 'empty.csv', '', 'FILE_EMPTY', /no bytes.*again/],
    ['blank lines', 'blank.csv', '\r\n \r\n,,\r\n', 'FILE_EMPTY', /blank lines/],
    ['a PDF', 'list.xlsx', '%PDF-1.7\n%âãÏÓ\n', 'FILE_NOT_SPREADSHEET', /PDF.*Choose/],
    ['a picture', 'list.xlsx', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'FILE_NOT_SPREADSHEET', /picture/],
    [
      'unknown bytes',
      'list.xlsx',
      Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 37) % 32)),
      'FILE_NOT_SPREADSHEET',
      /neither a workbook nor text/,
    ],
    ['text full of NUL characters', 'list.csv', 'N\0\0a\0m\0\0e\0,\0\0\0City'.repeat(20), 'FILE_DAMAGED', /NUL characters.*UTF-8/],
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
    [
      'a Numbers document in a zip archive',
      'list.numbers.zip',
      zip([{ name: 'My list.numbers/Index.zip', data: 'x' }]),
      'FILE_UNSUPPORTED',
      /Numbers.*Export/,
    ],
    ['a package without a workbook', 'list.xlsx', zip([{ name: '[Content_Types].xml', data: '<a/>' }]), 'FILE_DAMAGED', /missing/],
    ['an encrypted workbook', 'list.xlsx', oleBytes(locked), 'FILE_ENCRYPTED', /password.*remove the password/],
    [
      'an encrypted ODS',
      'list.ods',
      zip([mime, manifest, { name: 'content.xml', data: 'x' }]),
      'FILE_ENCRYPTED',
      /LibreOffice.*Save As, clear “Save with password”/,
    ],
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
    ['contact cards with a mark', 'list.vcf', '\uFEFFbegin:vcard\r\nversion:3.0\r\n', 'FILE_NOT_SPREADSHEET', /contact cards.*CSV/],
    ['an address book in LDIF', 'list.ldif', 'dn: cn=Ines Marlowe\nobjectclass: person\n', 'FILE_NOT_SPREADSHEET', /LDIF.*CSV/],
    [
      'a web archive with the extension of a workbook',
      'list.xls',
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="a"\r\n\r\n--a\r\n<table>',
      'FILE_NOT_SPREADSHEET',
      /web archive.*Excel/,
    ],
    [
      'a saved message',
      'list.csv',
      'From: a@example.org\r\nSubject: the list\r\nMIME-Version: 1.0\r\n\r\nHere it is',
      'FILE_NOT_SPREADSHEET',
      /saved message/,
    ],
    ['a link', 'list.url', '[InternetShortcut]\r\nURL=https://example.org/list\r\n', 'FILE_NOT_SPREADSHEET', /link.*download/],
    [
      'a web page without a table',
      'list.xls',
      '<html><body><h1>Session expired</h1></body></html>',
      'FILE_NOT_SPREADSHEET',
      /without a table/,
    ],
    [
      'plain text with the extension of a workbook',
      'list.xlsx',
      'Only a line of text\nand another\n',
      'FILE_WRONG_EXTENSION',
      /\.xlsx.*plain text/,
    ],
    ['a truncated workbook', 'list.xlsx', workbook('shared strings').subarray(0, 700), 'FILE_DAMAGED', /cut off/],
    ['an XLS that is cut off', 'list.xls', bySheetJs('biff8').subarray(0, 400), 'FILE_DAMAGED', /damaged/],
    ['a workbook without sheets', 'list.xlsx', xlsx({ sheets: [] }), 'FILE_DAMAGED', /names no sheet/],
    ['a workbook of charts only', 'list.xlsx', xlsx({ sheets: [{ type: 'chartsheet' }] }), 'FILE_DAMAGED', /names no sheet/],
  ])('%s: the file is refused', async (_, name, content, code, message) => {
    await expect(read(await folder.write(name, content))).rejects.toMatchObject({
      name: 'SpreadsheetError',
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  test('a table with the extension of a workbook is read', async () => {
    const { rows, facts } = await read(await folder.write('table.xlsx', 'a,b,c\n1,2,3\n'));
    expect(rows).toEqual([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ]);
    expect(facts.extensionMisleads).toBe(true);
  });

  test('an XLS file named XLSX is read, and the reverse', async () => {
    expect((await read(await folder.write('a.xlsx', bySheetJs('biff8')))).rows).toEqual(ROWS);
    expect((await read(await folder.write('b.xls', workbook('shared strings')))).rows).toHaveLength(2);
  });

  test('a file that does not exist is refused', async () => {
    await expect(openSpreadsheet(await folder.path('missing.xlsx'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    const file = await folder.write('file.csv', 'a,b');
    await expect(openSpreadsheet(`${file}/inside.csv`)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(openSpreadsheet('bad\0name.csv')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    const loop = await folder.path('loop.csv');
    await symlink(loop, loop);
    await expect(openSpreadsheet(loop)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  test('a folder is refused', async () => {
    const path = await folder.path('folder.xlsx');
    await mkdir(path);
    await expect(openSpreadsheet(path)).rejects.toMatchObject({
      code: 'FILE_IS_FOLDER',
      message: expect.stringContaining('folder') as string,
    });
  });

  test.skipIf(process.platform === 'win32')('a pipe is refused, without waiting for it', async () => {
    const path = await folder.path('pipe.csv');
    const [status] = (await once(spawn('sh', ['-c', 'mkfifo "$1"', 'sh', path]), 'exit')) as [number];
    expect(status).toBe(0);
    await expect(openSpreadsheet(path)).rejects.toMatchObject({ code: 'FILE_NOT_SPREADSHEET' });
  });

  test.skipIf(process.platform === 'win32')('a file without permission is refused', async () => {
    const path = await folder.write('secret.csv', 'a,b\n1,2\n');
    await chmod(path, 0);
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../kit/as-other-user.ts', import.meta.url)), path], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    expect(output.trim()).toBe('FILE_NO_PERMISSION');
    await chmod(path, 0o600);
  });

  test('a sheet that the workbook does not have is refused', async () => {
    for (const [name, bytes] of [
      ['s.xlsx', workbook('shared strings')],
      ['s.csv', 'a,b'],
      ['s.ods', ods(odsDocument('<table:table table:name="a"/>'))],
      ['s.xls', bySheetJs('biff8')],
    ] as const) {
      await expect(read(await folder.write(name, bytes), { sheet: 'none' })).rejects.toMatchObject({ code: 'SHEET_NOT_FOUND' });
    }
  });
});
