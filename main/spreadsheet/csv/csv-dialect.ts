/** Detects the delimiter of a text file. */
import { tryDelimiter } from './csv-scanner.ts';
import { RowBlockBuilder } from '../core/rowblock.ts';
import type { ReadLimits } from '../core/workbook.ts';

export interface Dialect {
  readonly delimiter: string;
  /** Length in bytes of a first line such as `sep=;`, which is an instruction to Excel and not a row; otherwise 0. */
  readonly separatorLine: number;
  /** False when no delimiter divides the lines: the file has a single column. */
  readonly divided: boolean;
}

/** In order of precedence when several fit equally well. */
const USUAL = [',', '\t', ';', '|'] as const;
/** Accepted only when they divide every line evenly. A colon is missing because clock times and addresses contain it. */
const UNUSUAL = ['\u001F', '^', '~'] as const;

/** Maximum number of lines to look at. */
const LINES_MOST = 400;

interface Fit {
  readonly delimiter: string;
  readonly columns: number;
  readonly share: number;
  readonly score: number;
}

/**
 * How evenly a delimiter divides the lines: the most common number of cells and the share of lines that have it. Quotes that do not close
 * before a delimiter lower the score.
 */
function fitOf(delimiter: string, lines: readonly number[], oddQuotes: number): Fit {
  const counts = new Map<number, number>();
  for (const width of lines) counts.set(width, (counts.get(width) ?? 0) + 1);
  let best = { columns: 1, share: 0, score: 0 };
  for (const [columns, count] of counts) {
    const share = count / lines.length;
    const score = columns > 1 ? share * share * Math.log2(columns + 1) * (lines.length / (lines.length + oddQuotes)) : 0;
    if (score > best.score) best = { columns, share, score };
  }
  return { delimiter, ...best };
}

const SEPARATOR_LINE = /^"?sep=(.)"?(?:\r\n?|\n|$)/i;

/**
 * Detects the delimiter from the beginning of a text.
 * @param sample UTF-8 bytes without a byte order mark
 * @param whole the sample is the whole text
 * @param expected the delimiter that the file's extension implies, or null
 */
export function detectDialect(sample: Uint8Array, whole: boolean, expected: string | null, limits: ReadLimits): Dialect {
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength).toString('utf8');
  const separator = SEPARATOR_LINE.exec(text);
  if (separator && separator[1]!.charCodeAt(0) < 128) {
    return { delimiter: separator[1]!, separatorLine: Buffer.byteLength(separator[0]), divided: true };
  }
  const builder = new RowBlockBuilder();
  const fit = (delimiter: string) => {
    let found = tryDelimiter(sample, delimiter, builder, limits, { lines: LINES_MOST, final: whole });
    // A sample without a complete line is a single long line.
    if (found.widths.length === 0) found = tryDelimiter(sample, delimiter, builder, limits, { lines: LINES_MOST, final: true });
    return fitOf(delimiter, found.widths, found.oddQuotes);
  };
  const order = expected === null ? USUAL : [expected, ...USUAL.filter((delimiter) => delimiter !== expected)];
  const best = order.map(fit).reduce((a, b) => (b.score > a.score ? b : a));
  if (best.columns > 1) {
    // When few lines are divided, the file may be one column with an occasional comma, so the extension decides.
    if (expected !== null && best.share < 0.5) return { delimiter: expected, separatorLine: 0, divided: best.delimiter === expected };
    return { delimiter: best.delimiter, separatorLine: 0, divided: true };
  }
  for (const delimiter of UNUSUAL) {
    const { columns, share } = fit(delimiter);
    if (columns > 2 && share === 1) return { delimiter, separatorLine: 0, divided: true };
  }
  return { delimiter: expected ?? ',', separatorLine: 0, divided: false };
}
