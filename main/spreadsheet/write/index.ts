/** Spreadsheets: rows to bytes. */
export { CsvWriter } from './csv-writer.ts';
export { JsonLinesWriter } from './jsonl-writer.ts';
export type { RowWriter, WriteColumn } from './row-writer.ts';
export { TargetFile, isProcessAlive, removeLeftovers, targetFolder } from './target-file.ts';
export type { BarChart } from './xlsx-chart.ts';
export { HEADING_ROWS, type SheetOptions } from './xlsx-sheet-options.ts';
export type { CellStyle } from './xlsx-styles.ts';
export type { SheetWriter } from './xlsx-sheet.ts';
export { WorkbookWriter } from './xlsx-writer.ts';
export { ZipOfFiles } from './zip-of-files.ts';
