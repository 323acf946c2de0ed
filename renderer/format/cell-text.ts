import { looksLikeFormula } from '../../shared/base/index.ts';

const quoted = (value: string): string => (/[\t\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** True also for a text that is guarded already, so that a copied value is the same after it is pasted. */
const needsGuard = (value: string): boolean => looksLikeFormula(value.replace(/^'+/, ''));

/** As in a CSV file: a spreadsheet program that gets the text must not run it. */
const guarded = (value: string): string => (needsGuard(value) ? `'${value}` : value);

/** A pasted value without the apostrophe that `blockText` put before it. */
export const withoutGuard = (value: string): string => (value.startsWith("'") && needsGuard(value) ? value.slice(1) : value);

/** Cells as tab-separated lines, as every spreadsheet program takes them. A text that such a program would run as a formula is guarded. */
export const blockText = (cells: readonly (readonly string[])[]): string =>
  cells.map((line) => line.map((value) => quoted(guarded(value))).join('\t')).join('\n');
