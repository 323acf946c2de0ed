import { describe, expect, test } from 'vitest';
import { readHtmlTables } from '../../../../../main/spreadsheet/markup/html-reader.ts';
import { htmlReferenced } from '../../../../../main/spreadsheet/markup/html-references.ts';
import { READ_LIMITS } from '../../../../../main/spreadsheet/core/workbook.ts';

/** The rows of every table, by their numbers. */
function tables(html: string): string[][][] {
  return readHtmlTables(html, READ_LIMITS).map(({ blocks }) => {
    const rows: string[][] = [];
    for (const block of blocks) {
      for (let row = 0; row < block.rowCount; row++) {
        const texts = block.rowTexts(row);
        while (texts.at(-1) === '') texts.pop();
        while (rows.length < block.rowNumber(row) - 1) rows.push([]);
        rows.push(texts);
      }
    }
    return rows;
  });
}

describe('tables', () => {
  test.each<[string, string, string[][][]]>([
    [
      'that are well-formed',
      '<table><thead><tr><th>Name</th><th>ZIP</th></tr></thead><tbody><tr><td>Ada</td><td>02139</td></tr></tbody></table>',
      [
        [
          ['Name', 'ZIP'],
          ['Ada', '02139'],
        ],
      ],
    ],
    [
      'without end tags',
      '<table><tr><th>Name<th>ZIP<tr><td>Ada<td>02139<tbody><tr><td>Bo</table>',
      [[['Name', 'ZIP'], ['Ada', '02139'], ['Bo']]],
    ],
    ['that are never closed', '<TABLE BORDER=1><TR><TD>a<TD>b', [[['a', 'b']]]],
    [
      'with cells that span columns',
      '<table><tr><td colspan="2">a<td>b<tr><td>c<td>d<td>e</table>',
      [
        [
          ['a', '', 'b'],
          ['c', 'd', 'e'],
        ],
      ],
    ],
    [
      'with cells that span rows',
      '<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>',
      [
        [
          ['a', 'b'],
          ['', 'c'],
          ['d', 'e'],
        ],
      ],
    ],
    [
      'with cells that span rows and columns',
      "<table><tr><td rowspan='3' colspan=2>a<td>b<tr><td>c<tr><td>d<tr><td>e</table>",
      [[['a', '', 'b'], ['', '', 'c'], ['', '', 'd'], ['e']]],
    ],
    [
      'with a cell that spans columns into one that spans rows',
      '<table><tr><td>a<td rowspan=3>b<tr><td colspan=2 rowspan=2>c<td>d<tr><td>e<tr><td>f</table>',
      [[['a', 'b'], ['c', '', 'd'], ['', '', 'e'], ['f']]],
    ],
    ['with spaces and line breaks', '<table><tr><td>\n  a&nbsp; b\n\tc <br/> d<p>e</p></td></tr></table>', [[['a  b c\nd\ne']]]],
    [
      'with references',
      '<table><tr><td>Jos&eacute; &amp; &#268;&#x10D; &#150; &unknown; AT&T &lt;x&gt;</table>',
      [[['José & Čč – &unknown; AT&T <x>']]],
    ],
    [
      'with markup in the cells',
      '<table><tr><td><b>A</b><i>d</i>a <a href="x>y">link</a><img src="a.png" alt="no"><!-- no --><script>if (a<b) "</td>"</script></table>',
      [[['Ada link']]],
    ],
    ['with signs that are not markup', '<table><tr><td>a < b <3 x<y</table>', [[['a < b <3 x<y']]]],
    [
      'in sequence, except empty ones',
      '<table><tr><td>1</table><table><tr><td> &nbsp;</table><p>text</p><table><tr><td>2</table>',
      [[['1']], [['2']]],
    ],
    ['within tables', '<table><tr><td>menu<td><table><tr><td>a<td>b</table><tr><td>foot</table>', [[['a', 'b']], [['menu'], ['foot']]]],
    ['with empty rows', '<table><tr><td>a<tr><tr><td><td>b</table>', [[['a'], [], ['', 'b']]]],
    [
      'in a page saved by Excel',
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{mso-number-format:"\\@"}</style><xml><x:Name>List</x:Name></xml></head><body><table x:str><tr><td x:num="7">007</td></tr></table></body></html>',
      [[['007']]],
    ],
    ['in a page without any', '<p>nothing here', []],
  ])('tables %s are read', (_, html, rows) => {
    expect(tables(html)).toEqual(rows);
  });

  test('have names and a number of rows', () => {
    const [first, second] = readHtmlTables('<table><tr><td>1<tr><td>2</table><table><tr><td>3</table>', READ_LIMITS);
    expect(first!.info).toEqual({ name: 'Table 1', hidden: false, visibility: 'visible', rowsHint: 2 });
    expect(second!.info.name).toBe('Table 2');
  });
});

test.each([
  ['eacute', 'é'],
  ['yuml', 'ÿ'],
  ['nbsp', '\u00A0'],
  ['euro', '€'],
  ['#8364', '€'],
  ['#x20ac', '€'],
  ['#128', '€'],
  ['#0', null],
  ['#xD800', null],
  ['#99999999', null],
  ['constructor', null],
])('&%s; is read as %j', (reference, character) => {
  expect(htmlReferenced(reference)).toBe(character);
});

describe('limits', () => {
  test('limits on rows and columns are reported when the table is requested', () => {
    const html = '<table><tr><td>a<td>b<td>c<tr><td>d</table>';
    expect(readHtmlTables(html, { ...READ_LIMITS, rows: 1 })[0]!.refusal).toMatchObject({ code: 'FILE_TOO_MANY_ROWS' });
    expect(readHtmlTables(html, { ...READ_LIMITS, columns: 2 })[0]!.refusal).toMatchObject({ code: 'FILE_TOO_MANY_COLUMNS' });
    expect(readHtmlTables(html, READ_LIMITS)[0]!.refusal).toBeNull();
  });

  test('apply to the text of a cell', () => {
    expect(() => tables(`<table><tr><td>${'x'.repeat(2_000_000)}</table>`)).toThrow(expect.objectContaining({ code: 'FILE_TOO_LARGE' }));
  });

  test('apply to spans', () => {
    expect(tables('<table><tr><td colspan=999999999>a<td>b</table>')[0]![0]).toHaveLength(1001);
    expect(tables('<table><tr><td rowspan=999999999>a<td>b<tr><td>c</table>')).toEqual([
      [
        ['a', 'b'],
        ['', 'c'],
      ],
    ]);
  });

  test.each([
    ['nested tables', '<table><tr><td>'.repeat(50)],
    ['the number of tables', '<table><tr><td>a</table>'.repeat(6000)],
  ])('apply to %s', (_, html) => {
    expect(() => tables(html)).toThrow(expect.objectContaining({ code: 'FILE_UNSUPPORTED' }));
  });

  test.each([
    ['tags that never end', '<a '.repeat(300_000)],
    ['quotes that pair up wrongly', `<table><tr><td>${'<a " \' '.repeat(100_000)}`],
    ['comments that never end', '<!--'.repeat(200_000)],
    ['scripts that never end', '<script>'.repeat(100_000)],
    ['many “<” signs', '<'.repeat(500_000)],
    ['references without an end', `<table><tr><td>${'&#'.repeat(200_000)}`],
    ['cells that span rows and columns', `<table><tr>${'<td rowspan=1000 colspan=1000>a'.repeat(16)}${'<tr><td>'.repeat(300_000)}`],
  ])('%s take time in proportion to their length', (_, html) => {
    expect(tables(html).length).toBeLessThanOrEqual(1);
  });
});
