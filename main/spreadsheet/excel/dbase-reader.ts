/**
 * Reads dBASE files from dBASE III on, and those of FoxPro and Visual FoxPro. Source: "Xbase File Format Description" of Erik Bachmann, and
 * "Table File Structure" in the documentation of Visual FoxPro 9.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { dateText } from '../core/dates.ts';
import { SpreadsheetError } from '../core/errors.ts';
import { type MemorySheet, MemorySheetBuilder } from '../core/memory-workbook.ts';
import { formatNumber, numberCell, PLAIN } from '../core/number-format.ts';
import { CellKind, type CellValue } from '../core/rowblock.ts';
import type { ReadLimits } from '../core/workbook.ts';

const HEADER = 32;
const FIELD = 32;
const NAME_BYTES = 11;
const FIELDS_END = 0x0d;
const DELETED = 0x2a;
/** dBASE II, which has another header. */
const DBASE_2 = 0x02;
const UNMARKED_CODE_PAGE = 1252;

/** Code pages by the language byte of the header. */
const CODE_PAGES: Readonly<Record<number, number>> = Object.fromEntries(
  (
    [
      [437, [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b]],
      [850, [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37]],
      [852, [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87]],
      [860, [0x24]],
      [861, [0x67]],
      [863, [0x1c, 0x6c]],
      [865, [0x08, 0x17, 0x66]],
      [866, [0x26, 0x65]],
      [737, [0x6a, 0x86]],
      [857, [0x6b, 0x88]],
      [874, [0x50, 0x7c]],
      [932, [0x13, 0x7b]],
      [936, [0x4d, 0x7a]],
      [949, [0x4e, 0x79]],
      [950, [0x4f, 0x78]],
      [1250, [0xc8]],
      [1251, [0xc9]],
      [1252, [0x03, 0x57, 0x58, 0x59]],
      [1253, [0xcb]],
      [1254, [0xca]],
      [1255, [0x7d]],
      [1256, [0x7e]],
      [1257, [0xcc]],
      [10_000, [0x04]],
      [10_006, [0x98]],
      [10_007, [0x96]],
      [10_029, [0x97]],
    ] as const
  ).flatMap(([page, languages]) => languages.map((language) => [language, page])),
);

/** Decodes the bytes of a code page. */
export type DecodePage = (page: number, bytes: Buffer) => string;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly at: number;
  readonly length: number;
}

const EMPTY: CellValue = { kind: CellKind.Empty, text: '' };

function damaged(detail: string): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_DAMAGED',
    `The file looks like dBASE, but ${detail}. Open it in the program it was made with, save it as XLSX or CSV, and choose that file.`,
  );
}

/** The fields of the header, without those that only the database uses. */
function fieldsOf(bytes: Buffer, end: number, text: (bytes: Buffer) => string): Field[] {
  const fields: Field[] = [];
  let at = 1;
  for (let field = HEADER; field + FIELD <= end && bytes[field] !== FIELDS_END; field += FIELD) {
    const name = text(bytes.subarray(field, field + NAME_BYTES))
      .replace(/\0[^]*$/, '')
      .trim();
    const type = String.fromCharCode(bytes[field + NAME_BYTES]!);
    // A text can be longer than a byte can count. Its decimals are then the high byte.
    const length = bytes[field + 16]! + (type === 'C' ? bytes[field + 17]! * 256 : 0);
    if (type !== '0') fields.push({ name, type, at, length });
    at += length;
  }
  return fields;
}

/** Days from the first day of the Julian calendar, which Visual FoxPro counts, to the first of Excel's 1900 system. */
const JULIAN_TO_SERIAL = 2_415_019;
const MS_A_DAY = 86_400_000;

function valueOf({ type, length }: Field, bytes: Buffer, text: (bytes: Buffer) => string): CellValue {
  const isBinary = 'IBYT'.includes(type);
  if (isBinary && length === (type === 'I' ? 4 : 8)) return binaryValue(type, bytes);
  if (isBinary || 'MGPW'.includes(type)) return EMPTY;
  const shown = text(bytes).replaceAll('\0', ' ').trimEnd();
  const trimmed = shown.trim();
  if (trimmed === '') return EMPTY;
  switch (type) {
    case 'D': {
      const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(trimmed) ?? [];
      // Some programs write zeros or separators for an empty date.
      if (/^[0/.\s-]+$/.test(trimmed)) return EMPTY;
      return year === undefined ? { kind: CellKind.Text, text: trimmed } : { kind: CellKind.Date, text: `${year}-${month}-${day}` };
    }
    case 'N':
    case 'F':
      // A number that does not fit is stored as asterisks, which stay a text, and an empty one sometimes as a point.
      return trimmed === '.' ? EMPTY : numberCell(trimmed, PLAIN, 1900);
    case 'L':
      if (/^[yt]$/i.test(trimmed)) return { kind: CellKind.Boolean, text: 'TRUE' };
      if (/^[nf]$/i.test(trimmed)) return { kind: CellKind.Boolean, text: 'FALSE' };
      return trimmed === '?' ? EMPTY : { kind: CellKind.Text, text: trimmed };
    default:
      return { kind: CellKind.Text, text: shown };
  }
}

/** The value of a binary field of Visual FoxPro. */
function binaryValue(type: string, bytes: Buffer): CellValue {
  if (type === 'I') return formatNumber(bytes.readInt32LE(0), PLAIN, 1900);
  if (type === 'B') {
    const value = bytes.readDoubleLE(0);
    return Number.isFinite(value) ? formatNumber(value, PLAIN, 1900) : EMPTY;
  }
  if (type === 'Y') return formatNumber(Number(bytes.readBigInt64LE(0)) / 10_000, PLAIN, 1900);
  const day = bytes.readUInt32LE(0);
  const serial = day - JULIAN_TO_SERIAL + bytes.readUInt32LE(4) / MS_A_DAY;
  return day === 0 ? EMPTY : (dateText(serial, { date: true, time: true, elapsed: false, fraction: 0 }, 1900) ?? EMPTY);
}

/**
 * Reads a dBASE file; null for dBASE II. The first row has the names of the fields. Deleted records are left out.
 * @param decode for the code pages that the file names
 * @returns the sheet, and the headings of the fields whose texts are in a second file
 * @throws FILE_DAMAGED when records are missing or the header is impossible
 */
export function readDbase(
  bytes: Buffer,
  name: string,
  limits: ReadLimits,
  decode: DecodePage,
): { readonly sheet: MemorySheet; readonly memos: readonly string[] } | null {
  if (bytes[0] === DBASE_2) return null;
  const records = bytes.readUInt32LE(4);
  const start = bytes.readUInt16LE(8);
  const size = bytes.readUInt16LE(10);
  const language = bytes[29]!;
  const text = (part: Buffer): string => {
    if (isAscii(part)) return part.toString('latin1');
    // Some programs write UTF-8 and name no code page.
    if (language === 0 && isUtf8(part)) return part.toString('utf8');
    return decode(CODE_PAGES[language] ?? UNMARKED_CODE_PAGE, part);
  };
  const fields = fieldsOf(bytes, Math.min(start, bytes.length), text);
  const last = fields.at(-1);
  if (last === undefined || last.at + last.length > size) throw damaged('the fields of its records do not fit');
  const whole = Math.floor((bytes.length - start) / size);
  if (records > whole) {
    throw damaged(
      `it has ${Math.max(0, whole).toLocaleString('en-US')} of its ${records.toLocaleString('en-US')} records, as after a download that was cut off`,
    );
  }
  const sheet = new MemorySheetBuilder(limits);
  sheet.beginRow(1);
  for (const [column, field] of fields.entries()) sheet.cell(column, CellKind.Text, field.name);
  sheet.endRow();
  let row = 1;
  for (let at = start, read = 0; read < records; read++, at += size) {
    if (bytes[at] === DELETED) continue;
    sheet.beginRow(++row);
    for (const [column, field] of fields.entries()) {
      const { kind, text: shown } = valueOf(field, bytes.subarray(at + field.at, at + field.at + field.length), text);
      sheet.cell(column, kind, shown);
    }
    sheet.endRow();
  }
  const info = { name, hidden: false, visibility: 'visible', rowsHint: sheet.rowsStored } as const;
  return { sheet: sheet.finish(info), memos: fields.filter(({ type }) => type === 'M').map((field) => field.name) };
}
