/** The user's choices about how a file is read. */
import { z } from 'zod';
import { SystemId } from './systems.ts';

/** Encodings that the user can choose, with their names. */
export const TEXT_ENCODINGS = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western (Windows-1252, Latin-1)',
  'iso-8859-15': 'Western with euro (Latin-9)',
  macintosh: 'Western (Mac)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (Latin-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  ibm850: 'Western (DOS 850)',
  'utf-16le': 'UTF-16, little end first',
  'utf-16be': 'UTF-16, big end first',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese, simplified (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} as const;

/** Cell separators that the user can choose, with their names. */
export const DELIMITERS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const;
export type Delimiter = keyof typeof DELIMITERS;

const keysOf = <T extends string>(table: Readonly<Record<T, string>>) => Object.keys(table) as [T, ...T[]];

/** The most rows at the end that can be totals. */
export const MAX_TOTALS = 50;

export const KeepOrLeaveOut = z.enum(['keep', 'leave-out']);
export type KeepOrLeaveOut = z.infer<typeof KeepOrLeaveOut>;

/** A missing option is detected from the file. */
export const ImportOptions = z
  .strictObject({
    /** By position or by name. */
    sheet: z.union([z.int().min(0), z.string().min(1).max(200)]),
    /** Row of the headings; null when there are none. */
    headerRow: z.int().min(1).nullable(),
    /** Rows at the end that are totals, not people; empty when every row is a person. */
    totalsRows: z.array(z.int().min(1)).max(MAX_TOTALS),
    /** Whether subtotals between people are left out. Missing: as detected. */
    subtotals: KeepOrLeaveOut,
    /** Whether hidden rows of the workbook are people. Missing: they are. */
    hiddenRows: KeepOrLeaveOut,
    /** Whether further sheets with the same headings belong to the list. Missing: they do not. */
    otherSheets: KeepOrLeaveOut,
    /** Whether the value of a cell that is merged over several rows applies to all of them. Missing: it does. */
    mergedCells: KeepOrLeaveOut,
    /** For text files; null: detected. */
    encoding: z.enum(keysOf(TEXT_ENCODINGS)).nullable(),
    delimiter: z.enum(keysOf(DELIMITERS)).nullable(),
    /** The system that the list was exported from; null: an unknown one. */
    system: SystemId.nullable(),
  })
  .partial();
export type ImportOptions = z.infer<typeof ImportOptions>;

/** True for choices that require reading the file again. For others, the stored rows are enough. */
export const needsFile = ({ sheet, encoding, delimiter, otherSheets, mergedCells }: ImportOptions): boolean =>
  [sheet, encoding, delimiter, otherSheets, mergedCells].some((choice) => choice !== undefined);
