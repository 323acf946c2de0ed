/** Files that web systems and databases write in their own way. */
import { describe, expect, test } from 'vitest';
import { read, temporaryFolder } from '../../kit/sheet-files.ts';
import { xlsx } from '../../kit/sheet-xlsx.ts';

const folder = temporaryFolder();

const SS = 'urn:schemas-microsoft-com:office:spreadsheet';
const cell = (type: string, text: string, more = '') => `<Cell${more}><Data ss:Type="${type}">${text}</Data></Cell>`;
const book = (rows: string, more = '', start = '<?xml version="1.0"?>') =>
  `${start}<Workbook xmlns="${SS}" xmlns:ss="${SS}" xmlns:x="urn:schemas-microsoft-com:office:excel"><Styles><Style ss:ID="z"><NumberFormat ss:Format="00000"/></Style><Style ss:ID="y" ss:Parent="z"/><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="t"><NumberFormat ss:Format="[h]:mm"/></Style></Styles><Worksheet ss:Name="List"><Table>${rows}</Table></Worksheet>${more}</Workbook>`;

describe('an XML spreadsheet', () => {
  test.each([
    ['without a declaration', book(`<Row>${cell('String', 'Ines')}</Row>`, '', ''), [['Ines']]],
    ['with apostrophes', book(`<Row>${cell('String', 'Ines')}</Row>`).replaceAll('"', "'"), [['Ines']]],
    ['with CDATA and comments', book(`<Row>${cell('String', '<![CDATA[A & <B>]]><!-- x -->c')}</Row>`), [['A & <B>c']]],
    ['with fonts and a remark', book('<Row><Cell><ss:Data ss:Type="String">Ines <B xmlns="x">Alder</B></ss:Data><Comment><Data>x</Data></Comment></Cell></Row>'), [['Ines Alder']]], // prettier-ignore
    ['with rows and cells left out', book(`<Row ss:Index="3">${cell('String', 'a', ' ss:MergeAcross="1"')}${cell('String', 'b')}${cell('Number', '7', ' ss:Index="6"')}</Row>`), [[], [], ['a', '', 'b', '', '', '7']]], // prettier-ignore
    ['with styles', book(`<Row>${cell('Number', '2138', ' ss:StyleID="y"')}${cell('DateTime', '1962-04-30T00:00:00.000', ' ss:StyleID="d"')}${cell('DateTime', '1900-01-01T12:30:00.000', ' ss:StyleID="t"')}${cell('Boolean', '1')}${cell('Error', '#N/A')}</Row>`), [['02138', '1962-04-30', '36:30:00', 'TRUE', '#N/A']]], // prettier-ignore
    ['with a style of the row', book(`<Row ss:StyleID="z">${cell('Number', '2138')}</Row>`), [['02138']]],
    ['with digits beyond Excel’s', book(`<Row>${cell('Number', '12345678901234567')}${cell('Number', '1E3')}</Row>`), [['12345678901234567', '1000']]], // prettier-ignore
  ])('%s is read', async (name, text, rows) => {
    const found = await read(await folder.write(`${name}.xls`, text), { blankRows: true });
    expect([found.facts.kind, found.rows]).toEqual(['XML spreadsheet', rows]);
  });

  test('has hidden sheets, rows and columns, and formulas without a value', async () => {
    const hidden = `<Worksheet ss:Name="Codes"><Table><Row>${cell('String', 'x')}</Row></Table><x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></Worksheet>`;
    const rows = `<Column/><Column ss:Hidden="1" ss:Span="1"/><Row ss:Hidden="1">${cell('String', 'Ines')}<Cell ss:Formula="=1+1"/></Row>`;
    const found = await read(await folder.write('hidden.xml', book(rows, hidden)));
    expect(found.sheets.map(({ name, visibility }) => [name, visibility])).toEqual([
      ['List', 'visible'],
      ['Codes', 'hidden'],
    ]);
    expect(found.sheetFacts).toMatchObject({ hiddenRows: 1, hiddenColumns: [2, 3], formulasWithoutValue: 1, complete: true });
  });

  test('that was cut off is refused with the reason', async () => {
    const path = await folder.write('cut.xls', book(`<Row>${cell('String', 'Ines')}</Row>`).slice(0, -40));
    await expect(read(path)).rejects.toThrow(/ends in the middle/);
  });
});

type DbaseField = readonly [name: string, type: string, length: number];

/** A dBASE file. `records`: the bytes of each, with its mark of deletion. */
function dbase(
  fields: readonly DbaseField[],
  records: readonly string[],
  { version = 3, language = 3, count = records.length } = {},
): Buffer {
  const head = Buffer.alloc(32 + 32 * fields.length + 1);
  head.set([version, 124, 1, 2]);
  head.writeUInt32LE(count, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + fields.reduce((sum, [, , length]) => sum + length, 0), 10);
  head[29] = language;
  for (const [at, [name, type, length]] of fields.entries()) {
    head.write(name + '\0'.repeat(11 - name.length) + type, 32 + at * 32, 'latin1');
    head[32 + at * 32 + 16] = length;
  }
  head[head.length - 1] = 0x0d;
  return Buffer.concat([head, Buffer.from(records.join(''), 'latin1'), Buffer.from([0x1a])]);
}

describe('a dBASE file', () => {
  const fields: readonly DbaseField[] = [
    ['NAME', 'C', 6],
    ['BORN', 'D', 8],
    ['GIFT', 'N', 5],
    ['OK', 'L', 1],
  ];

  test('has empty dates and numbers that did not fit', async () => {
    const records = [' Ines  19620430 12.5T', '*Gone  19620430    1T', ' Zo\xeb           *****?', ' Otto  00000000    7F'];
    expect((await read(await folder.write('list.dbf', dbase(fields, records)))).rows).toEqual([
      ['NAME', 'BORN', 'GIFT', 'OK'],
      ['Ines', '1962-04-30', '12.5', 'TRUE'],
      ['Zoë', '', '*****'],
      ['Otto', '', '7', 'FALSE'],
    ]);
  });

  test.each([
    [2, 'Zo\x89'],
    [0, 'Zo\xc3\xab'],
    [0, 'Zo\xeb'],
  ])('in the encoding of language %i is decoded', async (language, name) => {
    const path = await folder.write('language.dbf', dbase([['NAME', 'C', 6]], [` ${name.padEnd(6)}`], { language }));
    expect((await read(path)).rows).toEqual([['NAME'], ['Zoë']]);
  });

  test('says which texts are in a second file', async () => {
    const path = await folder.write('memo.dbf', dbase([['NAME', 'C', 4], ['NOTE', 'M', 10]], [' Ines         1'], { version: 0x83 })); // prettier-ignore
    const found = await read(path);
    expect(found.rows).toEqual([['NAME', 'NOTE'], ['Ines']]);
    expect(found.notes.join(' ')).toMatch(/texts of NOTE are in a second file/);
  });

  test('that lacks records is refused', async () => {
    const path = await folder.write('cut.dbf', dbase([['NAME', 'C', 4]], [' Ines'], { count: 5000 }));
    await expect(read(path)).rejects.toThrow(/1 of its 5,000 records/);
  });
});

describe('parts of web pages', () => {
  const table = '<table><tr><th>Name</th></tr><tr><td>Ines</td></tr></table>';
  test.each([
    '<h2>Report</h2>',
    '<center>',
    '<p>May</p>',
    '<br/>',
    '<font size=2>',
    '<script>a="<td>"</script>',
    'Report of May\n',
    '&nbsp;',
  ])('%s and a table are read', async (start) => {
    const found = await read(await folder.write('page.xls', start + table));
    expect([found.facts.kind, found.rows]).toEqual(['HTML table', [['Name'], ['Ines']]]);
  });

  test('cells with HTML make no page', async () => {
    const found = await read(await folder.write('notes.csv', `Name,Note\nInes,${table}\n`));
    expect([found.facts.kind, found.rows.length]).toEqual(['CSV', 2]);
  });

  test('the first page of a workbook in several files is named', async () => {
    const path = await folder.write('frames.xls', '<html><frameset rows="*,39"><frame src="list_files/sheet001.htm"></frameset></html>');
    await expect(read(path)).rejects.toThrow(/in the files of the folder that was saved with it/);
  });
});

describe('texts', () => {
  test('with semicolons and headings that begin like SYLK are read as CSV', async () => {
    const found = await read(await folder.write('ids.csv', Buffer.from('ID;Pr\xe9nom\n007;Zo\xe9\n', 'latin1')));
    expect([found.facts.kind, found.rows]).toEqual(['CSV', [['ID', 'Prénom'], ['007', 'Zoé']]]); // prettier-ignore
  });

  test('in damaged SYLK are not read as rows of records', async () => {
    const path = await folder.write('bad.slk', 'ID;PWXL;N;E\nP;PGeneral\nC;Y1;X1;K"Name"\nC;Y2;X1;K"Ines; Alder"\nE\n');
    await expect(read(path)).rejects.toThrow(/looks like SYLK, but it is damaged/);
  });

  test.each(['\u001A'.repeat(200), '\u001A\r\n', '\0\0\0', '\r\n\u001A\r\n'])('have no row for what fills the end: %j', async (end) => {
    expect((await read(await folder.write('end.csv', `Name,City\r\nInes,Troy\r\n${end}`))).rows).toEqual([
      ['Name', 'City'],
      ['Ines', 'Troy'],
    ]);
  });
});

const NAMES = '<row r="1"><c r="A1" t="inlineStr"><is><t>Ines</t></is></c></row>';

describe('a workbook', () => {
  test.each(['\uFEFF', '\r\n', '\n\n  \t'])('behind %j is read', async (start) => {
    const bytes = Buffer.concat([Buffer.from(start), xlsx({ sheets: [{ rows: NAMES }] })]);
    expect((await read(await folder.write('behind.xlsx', bytes))).rows).toEqual([['Ines']]);
  });

  test.each(['my%20list.xml', 'my list.xml'])('whose part is named %s is read', async (name) => {
    const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/my%20list.xml"/></Relationships>`;
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${NAMES}</sheetData></worksheet>`;
    const parts = { 'xl/_rels/workbook.xml.rels': relations, 'xl/worksheets/sheet1.xml': null, [`xl/worksheets/${name}`]: sheet };
    expect((await read(await folder.write('names.xlsx', xlsx({ sheets: [{ rows: '' }], parts })))).rows).toEqual([['Ines']]);
  });
});
