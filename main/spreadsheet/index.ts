/** Spreadsheets: bytes to rows. */
export { type BlockMemory, CellKind, type CellValue, RowBlock, RowBlockBuilder } from './core/rowblock.ts';
export { READ_LIMITS, type RowsOptions, type SheetFacts, type Workbook } from './core/workbook.ts';
export { detectDialect } from './csv/csv-dialect.ts';
export { openSpreadsheet } from './open.ts';
export { rowsAsTexts } from './rows-as-texts.ts';
