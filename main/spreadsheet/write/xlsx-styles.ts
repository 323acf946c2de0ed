/** The cell styles of a written workbook and their numbers. */
import { XML_DECLARATION } from './xml-text.ts';

/**
 * The look of a cell. `general`: Excel's default. `month`: a date of which only month and year matter. `attention`: a text that the user
 * must look at. `padded`: a text after numbers. `tint1` to `tint4`: a count, with a darker background for a larger count.
 */
export const CELL_STYLES = [
  'general',
  'text',
  'wrap',
  'header',
  'integer',
  'decimal',
  'date',
  'datetime',
  'time',
  'strong',
  'money',
  'month',
  'name',
  'attention',
  'padded',
  'title',
  'subtitle',
  'tint1',
  'tint2',
  'tint3',
  'tint4',
] as const;
export type CellStyle = (typeof CELL_STYLES)[number];

/** Flag in a style number: the text looks like a formula, and Excel must treat it as text even after editing. */
export const QUOTED = 1;
/** Flag in a style number: the cell is highlighted. */
export const MARKED = 2;
const VARIANTS = 4;

/** Style number without flags. */
export const STYLE = Object.fromEntries(CELL_STYLES.map((name, index) => [name, index * VARIANTS])) as Record<CellStyle, number>;
/** Number of style numbers, including flags. */
export const STYLE_COUNT = CELL_STYLES.length * VARIANTS;

/** Number formats; IDs below 164 are built in. Dates are in ISO order, so that month and day cannot be confused. */
const FORMAT: Record<CellStyle, number> = {
  general: 0,
  text: 49,
  wrap: 49,
  header: 49,
  integer: 3,
  decimal: 4,
  date: 164,
  datetime: 165,
  time: 166,
  strong: 0,
  money: 167,
  month: 168,
  name: 49,
  attention: 49,
  padded: 49,
  title: 49,
  subtitle: 49,
  tint1: 3,
  tint2: 3,
  tint3: 3,
  tint4: 3,
};

const CUSTOM_FORMATS = [
  [164, 'yyyy\\-mm\\-dd'],
  [165, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
  [166, '[h]:mm:ss'],
  // Without cents, as the page shows amounts. The cell still has them.
  [167, '&quot;$&quot;#,##0;\\-&quot;$&quot;#,##0'],
  [168, 'mmm\\ yyyy'],
] as const;

const FONT = { plain: 0, bold: 1, header: 2, title: 3, subtitle: 4, attention: 5 };
const FILL = { none: 0, header: 2, marked: 3 };
const FILLS: Partial<Record<CellStyle, number>> = { header: FILL.header, attention: 4, tint1: 5, tint2: 6, tint3: 7, tint4: 8 };
const BORDER = { none: 0, header: 1, marked: 2 };

const FONTS: Partial<Record<CellStyle, number>> = {
  header: FONT.header,
  strong: FONT.bold,
  name: FONT.bold,
  title: FONT.title,
  subtitle: FONT.subtitle,
  attention: FONT.attention,
};

/** Texts have some distance from the numbers before them, and titles wrap in narrow columns. */
const PADDED = '<alignment horizontal="left" indent="1"/>';
const CENTERED = '<alignment horizontal="center"/>';
const ALIGNMENTS: Partial<Record<CellStyle, string>> = {
  wrap: '<alignment vertical="top" wrapText="1"/>',
  header: '<alignment vertical="center" wrapText="1"/>',
  name: PADDED,
  attention: PADDED,
  padded: PADDED,
  tint1: CENTERED,
  tint2: CENTERED,
  tint3: CENTERED,
  tint4: CENTERED,
};

function format(style: CellStyle, variant: number): string {
  const marked = (variant & MARKED) !== 0;
  const header = style === 'header';
  const font = FONTS[style] ?? FONT.plain;
  const fill = marked ? FILL.marked : (FILLS[style] ?? FILL.none);
  const border = marked ? BORDER.marked : header ? BORDER.header : BORDER.none;
  const quote = (variant & QUOTED) !== 0 ? ' quotePrefix="1"' : '';
  const alignment = ALIGNMENTS[style] ?? '';
  return (
    `<xf numFmtId="${FORMAT[style]}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${quote}` +
    ` applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"${alignment === '' ? '/>' : ` applyAlignment="1">${alignment}</xf>`}`
  );
}

const line = (side: string, color: string) => `<${side} style="thin"><color rgb="${color}"/></${side}>`;

/** The part xl/styles.xml. */
export function stylesPart(): string {
  const formats = CUSTOM_FORMATS.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('');
  const xfs = CELL_STYLES.flatMap((style) => Array.from({ length: VARIANTS }, (_, variant) => format(style, variant))).join('');
  const face = '<name val="Calibri"/><family val="2"/>';
  const solid = (color: string) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`;
  return (
    `${XML_DECLARATION}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    `<numFmts count="${CUSTOM_FORMATS.length}">${formats}</numFmts>` +
    `<fonts count="6"><font><sz val="11"/>${face}</font><font><b/><sz val="11"/>${face}</font>` +
    `<font><b/><sz val="11"/><color rgb="FF1F2D3D"/>${face}</font>` +
    `<font><b/><sz val="16"/>${face}</font><font><sz val="11"/><color rgb="FF566072"/>${face}</font>` +
    `<font><sz val="11"/><color rgb="FF8A3F04"/>${face}</font></fonts>` +
    '<fills count="9"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    `${solid('FFE3EAF3')}${solid('FFFDE3E1')}${solid('FFFDF2DF')}` +
    `${['FFEEF1FE', 'FFDFE6FD', 'FFB7C4F8', 'FF7B94F0'].map(solid).join('')}</fills>` +
    '<borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border>' +
    `<border><left/><right/><top/>${line('bottom', 'FF8496B0')}<diagonal/></border>` +
    `<border>${['left', 'right', 'top', 'bottom'].map((side) => line(side, 'FFD9534F')).join('')}<diagonal/></border></borders>` +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${STYLE_COUNT}">${xfs}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
    '<dxfs count="0"/></styleSheet>'
  );
}
