/** Workbooks and tables of other programs, with the visible texts of their cells. */
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { bySheetJs, ROWS, TABLE } from '../../kit/sheetjs-workbook.ts';
import { ODS_TYPE, odsDocument } from '../../kit/sheet-ods.ts';
import { zip } from '../../kit/sheet-zip.ts';
import { read, temporaryFolder } from '../../kit/sheet-files.ts';

const folder = temporaryFolder();

describe('the reader of other formats', () => {
  test.each<[XLSX.BookType, string]>([
    ['biff8', 'XLS'],
    ['xlsb', 'XLSB'],
    ['ods', 'ODS'],
    ['fods', 'ODS'],
    ['xlml', 'XML spreadsheet'],
    ['sylk', 'SYLK'],
    ['dif', 'DIF'],
    ['html', 'HTML table'],
  ])('reads %s', async (type, kind) => {
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

  test.each(['biff2', 'biff5'] as const)('reads XLS from before Excel 97: %s', async (type) => {
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

  test('reads dBASE', async () => {
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

  test('reads dates and formats of XLS and XLSB', async () => {
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

  test('reads an HTML table with zeros, another extension and another encoding', async () => {
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

describe('errors and containers of other programs', () => {
  test('error cells of SYLK stay errors, by kind', async () => {
    const kinds = ['#DIV/0!', '#N/A', '#REF!', '#NAME?', '#NUM!', '#NULL!', '#VALUE!'];
    const lines = kinds.map((kind, at) => `C;Y${at + 2};X1;K"Ines"\nC;X2;K${kind}`);
    const path = await folder.write('errors.slk', `ID;PWXL;N;E\nC;Y1;X1;K"Name"\nC;X2;K"Gift"\n${lines.join('\n')}\nE\n`);
    expect((await read(path)).rows).toEqual([['Name', 'Gift'], ...kinds.map((kind) => ['Ines', kind])]);
  });

  test('errors in DIF files are not read as zeros', async () => {
    const cells = ['1,0\r\n"Ines"', '0,0\r\nERROR', '1,0\r\n"Otto"', '0,0\r\nNA', '1,0\r\n"Rhea"', '0,0\r\nV'];
    const rows = [0, 2, 4].map((at) => `-1,0\r\nBOT\r\n${cells[at]}\r\n${cells[at + 1]}`).join('\r\n');
    const head = 'TABLE\r\n0,1\r\n"X"\r\nVECTORS\r\n0,2\r\n""\r\nTUPLES\r\n0,3\r\n""\r\nDATA\r\n0,0\r\n""\r\n';
    expect((await read(await folder.write('errors.dif', `${head}${rows}\r\n-1,0\r\nEOD\r\n`))).rows).toEqual([
      ['Ines', '#VALUE!'],
      ['Otto', '#N/A'],
      ['Rhea', '0'],
    ]);
  });

  test('an ODS file without its mimetype is read by its manifest, and another document is named', async () => {
    const packed = (type: string) =>
      zip([
        {
          name: 'META-INF/manifest.xml',
          data: `<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="/" m:media-type="${type}"/></m:manifest>`,
        },
        {
          name: 'content.xml',
          data: odsDocument(
            '<table:table table:name="List"><table:table-row><table:table-cell><text:p>Ines</text:p></table:table-cell></table:table-row></table:table>',
          ),
        },
      ]);
    const found = await read(await folder.write('packed.ods', packed(ODS_TYPE)));
    expect([found.facts.kind, found.rows]).toEqual(['ODS', [['Ines']]]);
    const letter = await folder.write('letter.ods', packed('application/vnd.oasis.opendocument.text'));
    await expect(read(letter)).rejects.toThrow(/document of LibreOffice or another program, not a spreadsheet/);
  });
});
