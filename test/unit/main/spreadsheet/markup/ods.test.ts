import { describe, expect, test } from 'vitest';
import { OdsSheet, OdsSheetList } from '../../../../../main/spreadsheet/markup/ods-xml.ts';
import { CellKind } from '../../../../../main/spreadsheet/core/rowblock.ts';
import { type ReadLimits, READ_LIMITS } from '../../../../../main/spreadsheet/core/workbook.ts';
import { XmlReader } from '../../../../../main/spreadsheet/markup/xml.ts';
import { odsDocument } from '../../../../kit/sheet-ods.ts';

interface Options {
  readonly sheet?: number;
  readonly cuts?: readonly number[];
  readonly limits?: Partial<ReadLimits>;
  readonly maxRows?: number;
}

function scan(document: string, { sheet = 0, cuts = [], limits, maxRows = Number.POSITIVE_INFINITY }: Options = {}) {
  const list = new OdsSheetList();
  new XmlReader(list, 'content.xml').write(document);
  const handler = new OdsSheet(sheet, { ...READ_LIMITS, ...limits }, list.hasCurrencies);
  handler.rowsWanted = maxRows;
  const xml = new XmlReader(handler, 'content.xml');
  let from = 0;
  for (const cut of [...cuts, document.length]) {
    xml.write(document.slice(from, cut));
    from = cut;
  }
  xml.end();
  const rest = handler.finish();
  const rows: [number, ...string[]][] = [];
  for (const block of rest ? [...handler.ready, rest] : handler.ready) {
    for (let row = 0; row < block.rowCount; row++) {
      const texts = block.rowTexts(row);
      while (texts.at(-1) === '') texts.pop();
      rows.push([block.rowHidden(row) ? -block.rowNumber(row) : block.rowNumber(row), ...texts]);
    }
  }
  return { rows, facts: handler.facts, blocks: handler.ready };
}

const sheet = (rows: string, name = 'List', style = '') => `<table:table table:name="${name}"${style}>${rows}</table:table>`;
const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`;
const text = (value: string) => `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const value = (type: string, attributes: string, shown: string) =>
  `<table:table-cell office:value-type="${type}" ${attributes}><text:p>${shown}</text:p></table:table-cell>`;

describe('cells', () => {
  test.each([
    ['a text', text('Ada'), 'Ada', CellKind.Text],
    [
      'paragraphs',
      '<table:table-cell office:value-type="string"><text:p>one</text:p><text:p>two</text:p></table:table-cell>',
      'one\ntwo',
      CellKind.Text,
    ],
    [
      'spans, spaces, tabs, and line breaks',
      text(' a  \n b<text:s text:c="3"/><text:span>c <text:tab/></text:span><text:line-break/>d<text:s/>'),
      'a b   c \t\nd ',
      CellKind.Text,
    ],
    ['a link', text('<text:a>example</text:a>.org'), 'example.org', CellKind.Text],
    [
      'a text without its comment',
      '<table:table-cell office:value-type="string"><office:annotation><dc:creator>Mark</dc:creator><text:p>a remark</text:p></office:annotation><text:p>Ada</text:p></table:table-cell>',
      'Ada',
      CellKind.Text,
    ],
    ['a text only in the attribute', '<table:table-cell office:value-type="string" office:string-value="Ada"/>', 'Ada', CellKind.Text],
    ['a number', value('float', 'office:value="1234.5"', '1,234.50'), '1234.5', CellKind.Number],
    ['a number with a rounding error', value('float', 'office:value="0.30000000000000004"', '0.3'), '0.3', CellKind.Number],
    ['a percentage', value('percentage', 'office:value="0.125"', '12.5%'), '0.125', CellKind.Number],
    ['an amount', value('currency', 'office:value="-250" office:currency="USD"', '($250.00)'), '-250', CellKind.Number],
    ['a postal code with its zero', value('float', 'office:value="2139"', '02139'), '02139', CellKind.Text],
    ['a number with dashes', value('float', 'office:value="42069876"', '042-06-9876'), '042-06-9876', CellKind.Text],
    ['a phone number', value('float', 'office:value="6175550142"', '(617) 555-0142'), '(617) 555-0142', CellKind.Text],
    ['an ID with letters', value('float', 'office:value="42"', 'C-42'), 'C-42', CellKind.Text],
    ['an ID with letters and zeros', value('float', 'office:value="7"', 'D00007'), 'D00007', CellKind.Text],
    ['a number with the code of a currency', value('float', 'office:value="7"', 'CHF 007'), '7', CellKind.Number],
    ['a number with a word', value('float', 'office:value="7"', 'Week 7'), '7', CellKind.Number],
    ['a number that is shown as another one', value('float', 'office:value="2139"', '-02140'), '2139', CellKind.Number],
    ['a date', value('date', 'office:date-value="2024-01-31"', '31/01/24'), '2024-01-31', CellKind.Date],
    ['a date with its time', value('date', 'office:date-value="2024-01-31T13:45:00"', 'x'), '2024-01-31T13:45:00', CellKind.DateTime],
    ['a time', value('time', 'office:time-value="PT13H45M00S"', '01:45 PM'), '13:45:00', CellKind.Time],
    ['a duration', value('time', 'office:time-value="P2DT1H30M"', '49:30'), '49:30:00', CellKind.Time],
    ['a boolean', value('boolean', 'office:boolean-value="true"', 'WAHR'), 'TRUE', CellKind.Boolean],
    ['an error', value('string', 'office:string-value="" calcext:value-type="error"', '#N/A'), '#N/A', CellKind.Error],
    ['an error of an older version', value('float', 'office:value="0"', '#DIV/0!'), '#DIV/0!', CellKind.Error],
    ['a value of an unknown type', '<table:table-cell office:value-type="void"><text:p>x</text:p></table:table-cell>', 'x', CellKind.Text],
    [
      'a covered cell',
      '<table:covered-table-cell office:value-type="string"><text:p>below</text:p></table:covered-table-cell>',
      'below',
      CellKind.Text,
    ],
  ])('can contain %s', (_, cell, shown, kind) => {
    const { rows, blocks } = scan(odsDocument(sheet(row(cell))));
    expect(rows).toEqual([[1, shown]]);
    expect(blocks).toEqual([]);
    const handler = new OdsSheet(0, READ_LIMITS);
    new XmlReader(handler, 'x').write(odsDocument(sheet(row(cell))));
    expect(handler.finish()!.kind(0, 0)).toBe(kind);
  });
});

const DOCUMENT = odsDocument(
  sheet(
    `<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>
<table:table-header-rows>${row(text('First') + text('Last'))}</table:table-header-rows>
${row('<table:table-cell table:number-columns-repeated="1024"/>', ' table:number-rows-repeated="3"')}
<table:table-row-group>${row(`<table:table-cell table:number-columns-repeated="2"/>${text('c')}`, ' table:visibility="filter"')}</table:table-row-group>
${row('<table:table-cell table:number-columns-repeated="3" office:value-type="string" table:number-columns-spanned="2" table:number-rows-spanned="1"><text:p>same</text:p></table:table-cell>', ' table:number-rows-repeated="2"')}
${row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="1048000"')}`,
  ) + sheet(row(text('hidden')), 'Codes &amp; more', ' table:style-name="ta2"'),
  '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>',
);

const ROWS = [
  [1, 'First', 'Last'],
  [-5, '', '', 'c'],
  [6, 'same', 'same', 'same'],
  [7, 'same', 'same', 'same'],
];

test('rows are read, including repeated and hidden ones, groups, and headings', () => {
  const { rows, facts } = scan(DOCUMENT);
  expect(rows).toEqual(ROWS);
  expect(facts).toMatchObject({ complete: true, hiddenRows: 1, hiddenColumns: [3, 4], mergedRanges: 1 });
});

test('rows are read wherever the text is cut', () => {
  for (let at = 1; at < DOCUMENT.length; at++) expect(scan(DOCUMENT, { cuts: [at] }).rows).toEqual(ROWS);
});

test('sheets are listed, including which of them are hidden', () => {
  const list = new OdsSheetList();
  new XmlReader(list, 'content.xml').write(DOCUMENT);
  expect(list.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['List', false],
    ['Codes & more', true],
  ]);
  expect(scan(DOCUMENT, { sheet: 1 }).rows).toEqual([[1, 'hidden']]);
});

test('tables that are not sheets are skipped', () => {
  const nested = `<table:table-cell><table:table table:is-sub-table="true">${row(text('inner'))}</table:table></table:table-cell>`;
  const linked = `<table:dde-links><table:dde-link><table:table>${row(text('linked'))}</table:table></table:dde-link></table:dde-links>`;
  const document = odsDocument(
    sheet(`<table:shapes><text:p>drawn</text:p></table:shapes>${row(nested + text('outer'))}`) +
      linked +
      sheet(row(text('second')), 'Second'),
  );
  expect(scan(document).rows).toEqual([[1, '', 'outer']]);
  expect(scan(document, { sheet: 1 }).rows).toEqual([[1, 'second']]);
});

test('a preview ends after the requested rows', () => {
  expect(scan(DOCUMENT, { maxRows: 3 }).rows).toEqual(ROWS.slice(0, 3));
});

describe('limits', () => {
  const repeated = (columns: number, rows: number, value = 'x') =>
    odsDocument(
      sheet(
        row(
          `<table:table-cell table:number-columns-repeated="${columns}" office:value-type="string"><text:p>${value}</text:p></table:table-cell>`,
          ` table:number-rows-repeated="${rows}"`,
        ),
      ),
    );

  test.each([
    [16_385, 1, {}, 'FILE_TOO_MANY_COLUMNS'],
    [1, 11, { rows: 10 }, 'FILE_TOO_MANY_ROWS'],
    [16_384, 1_000_000, {}, 'FILE_BOMB'],
    [1, 4_000_000_000, { rows: 100 }, 'FILE_TOO_MANY_ROWS'],
  ])('refuse %i columns and %i rows', (columns, rows, limits, code) => {
    expect(() => scan(repeated(columns, rows), { limits })).toThrow(expect.objectContaining({ code }));
  });

  test('apply to the text of repeated rows', () => {
    expect(() => scan(repeated(1000, 1_000_000, 'x'.repeat(30_000)))).toThrow(expect.objectContaining({ code: 'FILE_BOMB' }));
  });

  test('apply to the text of a cell', () => {
    const long = odsDocument(sheet(row(text('x'.repeat(2_000_000)))));
    expect(() => scan(long)).toThrow(expect.objectContaining({ code: 'FILE_TOO_LARGE' }));
    const blanks = odsDocument(sheet(row(text('<text:s text:c="4000000000"/>'))));
    expect(() => scan(blanks)).toThrow(expect.objectContaining({ code: 'FILE_TOO_LARGE' }));
  });

  test('are checked quickly for millions of empty rows', () => {
    const document = odsDocument(
      sheet(
        row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="4000000000"') + row(text('far')),
      ),
    );
    expect(() => scan(document)).toThrow(expect.objectContaining({ code: 'FILE_TOO_MANY_ROWS' }));
    expect(scan(odsDocument(sheet(row('', ' table:number-rows-repeated="1000000"') + row(text('far'))))).rows).toEqual([
      [1_000_001, 'far'],
    ]);
  });
});

describe('amounts', () => {
  const amount = (code: string, number: number, shown: string) =>
    value('currency', `office:currency="${code}" office:value="${number}"`, shown);

  test('have their currency in a workbook with several, as shown where that has one reading', () => {
    const cells = [
      amount('EUR', 10, '€ 10.00'),
      amount('USD', 10, '$10'),
      amount('EUR', 900, '900,00 €'),
      amount('CAD', 80, '$80.00'),
      amount('USD', 1200.5, '$1,200.50'),
      amount('USD', 10.4, '$10'),
      amount('GBP', -7, '-£7.00'),
    ];
    expect(scan(odsDocument(sheet(row(cells.join(''))))).rows).toEqual([
      [1, '€ 10.00', '$10', 'EUR 900', 'CAD 80', 'USD 1200.50', 'USD 10.40', '-GBP 7'],
    ]);
  });

  test('are plain numbers in a workbook with one currency', () => {
    const cells = [amount('EUR', 10, '€ 10.00'), amount('EUR', 900, '900,00 €')];
    expect(scan(odsDocument(sheet(row(cells.join(''))))).rows).toEqual([[1, '10', '900']]);
  });
});
