import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { read, temporaryFolder } from '../kit/sheet-files.ts';
import { escapeXml, xlsx } from '../kit/sheet-xlsx.ts';
import { ods, odsDocument } from '../kit/sheet-ods.ts';

const folder = temporaryFolder();

/** Any text that XML allows. A text that looks like an OOXML escape is written escaped, as Excel does. */
const inXml = (text: string) => escapeXml(text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_'));

const letters = fc.string({
  unit: fc.constantFrom(
    'a',
    'Z',
    '0',
    ' ',
    '_',
    'x0041_',
    '&',
    '<',
    '>',
    '"',
    "'",
    ',',
    ';',
    '\t',
    '\n',
    'é',
    'Ł',
    '東',
    '😀',
    '=',
    '-',
    '\u00A0',
    ']]>',
  ),
  maxLength: 9,
});
const words = fc.oneof(
  letters,
  fc.constantFrom(
    'Ada',
    'Byron',
    '02139',
    '="02139"',
    '=""',
    '="a"&"b"',
    '00012345678901234567',
    '1E5',
    'TRUE',
    '2024-01-31',
    '#N/A',
    '_x000D_',
    '&amp;',
    '<t>',
  ),
);
const table = fc.array(fc.array(words, { maxLength: 6 }), { maxLength: 12 });

/** The rows that a reader must return: without empty cells at the end of a row, and without blank rows at the end. */
function seen(rows: readonly (readonly string[])[]): string[][] {
  const trimmed = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  return trimmed.slice(0, trimmed.findLastIndex((row) => row.length > 0) + 1);
}

/** `="02139"`, which prevents Excel from changing a text, is read as that text. */
const asText = (cell: string) => cell.replace(/^="([^"]*)"$/s, '$1');

const columnName = (index: number) => String.fromCharCode(65 + index);

test('any table written as CSV is read unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
      async (rows, delimiter, newline, encoding) => {
        fc.pre(seen(rows).some((row) => row.some((cell) => /[^\s,;|"\u00A0]/.test(cell))));
        const quoted = rows.map((row) => row.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(delimiter));
        const path = await folder.write('table.csv', Buffer.from(`\uFEFF${quoted.join(newline)}`, encoding));
        expect((await read(path, { delimiter, blankRows: true })).rows).toEqual(seen(rows.map((row) => row.map(asText))));
      },
    ),
    { numRuns: 300 },
  );
});

test.each(['shared', 'inline', 'mixed'] as const)('any table written as XLSX with %s strings is read unchanged', async (kind) => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const strings: string[] = [];
      const cellXml = (cell: string, reference: string, index: number) => {
        if (cell === '') return index % 2 === 0 ? '' : `<c r="${reference}" s="1"/>`;
        if (kind === 'inline' || (kind === 'mixed' && index % 2 === 0))
          return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${inXml(cell)}</t></is></c>`;
        strings.push(`<t xml:space="preserve">${inXml(cell)}</t>`);
        return `<c r="${reference}" t="s"><v>${strings.length - 1}</v></c>`;
      };
      const xml = rows
        .map((row, r) => `<row r="${r + 1}">${row.map((cell, c) => cellXml(cell, `${columnName(c)}${r + 1}`, r + c)).join('')}</row>`)
        .join('');
      const path = await folder.write('table.xlsx', xlsx({ sheets: [{ rows: xml }], strings, formats: [14] }));
      expect((await read(path, { blankRows: true })).rows).toEqual(seen(rows));
    }),
    { numRuns: 200 },
  );
});

test('any table written as ODS is read unchanged', async () => {
  const paragraphs = (text: string) =>
    text
      .split('\n')
      .map((line) => `<text:p>${escapeXml(line).replaceAll(/ /g, '<text:s/>').replaceAll('\t', '<text:tab/>')}</text:p>`)
      .join('');
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const xml = rows
        .map(
          (row) =>
            `<table:table-row>${row.map((cell) => (cell === '' ? '<table:table-cell/>' : `<table:table-cell office:value-type="string">${paragraphs(cell)}</table:table-cell>`)).join('')}</table:table-row>`,
        )
        .join('');
      const path = await folder.write('table.ods', ods(odsDocument(`<table:table table:name="t">${xml}</table:table>`)));
      expect((await read(path, { blankRows: true })).rows).toEqual(seen(rows));
    }),
    { numRuns: 150 },
  );
});

test('any number in plain notation is read as written', async () => {
  const plain = fc.oneof(
    fc.integer().map(String),
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
    fc
      .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.stringMatching(/^\d{0,5}[1-9]$/))
      .map(([whole, decimals]) => `${whole}.${decimals}`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(plain, { minLength: 1, maxLength: 20 }), async (numbers) => {
      const xml = `<row r="1">${numbers.map((number, index) => `<c r="${columnName(index)}1"><v>${number}</v></c>`).join('')}</row>`;
      const path = await folder.write('numbers.xlsx', xlsx({ sheets: [{ rows: xml }] }));
      expect((await read(path)).rows).toEqual([numbers]);
    }),
    { numRuns: 200 },
  );
});
