/** Texts that break writers and readers of files. */
import * as fc from 'fast-check';

const PIECES = [
  '',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u0000',
  '\u0001',
  '\u001F',
  '\u007F',
  '\u0085',
  '\u00A0',
  '\u2028',
  '\uFEFF',
  '\uFFFD',
  '\uFFFE',
  '\uFFFF',
  '_',
  '_x',
  '_x0041_',
  '_x0041',
  '_X000D_',
  '_x005F_',
  'x0000_',
  '&',
  '&amp;',
  '&#10;',
  '<',
  '>',
  ']]>',
  '"',
  "'",
  '""',
  ',',
  ';',
  '|',
  '=1+1',
  '=',
  '+',
  '-',
  '@SUM(A1)',
  '+1 617 555 0100',
  '-5',
  '0123',
  '1e5',
  '😀',
  '👩‍👩‍👧',
  '\uD800',
  '\uDFFF',
  '\u200F',
  '\u202E',
  'שלום',
  'é',
  'e\u0301',
  'ß',
  '漢字',
  '#N/A',
  'TRUE',
  '__proto__',
];

/** Texts made of these pieces, of any characters, and of unpaired surrogates. */
export function nastyText(): fc.Arbitrary<string> {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { maxLength: 6 });
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 });
  return fc.oneof(
    { weight: 4, arbitrary: pieces.map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    { weight: 1, arbitrary: units.map((codes) => String.fromCharCode(...codes)) },
  );
}

/** The text as a workbook stores it: without unpaired surrogates and noncharacters. */
export function asHeld(text: string): string {
  return text.toWellFormed().replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
}
