/** Spreadsheets: bytes to rows. */
export { CellKind, type CellValue, RowBlock } from './core/rowblock.ts';
export { type BlockMemory, RowBlockBuilder } from './core/rowblock-builder.ts';
export { READ_LIMITS, type RowsOptions, type SheetFacts, type Workbook } from './core/workbook.ts';
export { detectDialect } from './csv/csv-dialect.ts';
export { openSpreadsheet } from './open.ts';
export { rowsAsTexts } from './rows-as-texts.ts';
