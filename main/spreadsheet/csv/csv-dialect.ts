/** Which character stands between the cells of a text file. */
import { tryDelimiter } from './csv-scanner.ts';
import { RowBlockBuilder } from '../core/rowblock.ts';
import type { ReadLimits } from '../core/workbook.ts';

export interface Dialect {
  readonly delimiter: string;
  /** Bytes of a first line `sep=;`, which is for programs and no row. */
  readonly separatorLine: number;
  /** False when no character divides the lines: a single column. */
  readonly divided: boolean;
}

/** In the order in which they win when nothing else tells. */
const USUAL = [',', '\t', ';', '|'] as const;
/** Taken only when they divide every line evenly. A colon is none of them: clocks and addresses have it. */
const UNUSUAL = ['\u001F', '^', '~'] as const;

/** Lines that are looked at. */
const LINES_MOST = 400;

interface Fit {
  readonly delimiter: string;
  readonly columns: number;
  readonly share: number;
  readonly score: number;
}

/**
 * How evenly a delimiter divides the lines: the number of cells that most lines have, and how many of them do. Quotes that do not
 * close before the delimiter speak against it.
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
 * Finds the delimiter from the beginning of a text.
 * @param sample UTF-8 bytes without a byte order mark
 * @param whole the sample is all of the text
 * @param expected the delimiter that the file's name promises, if it does
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
    // A sample without a single whole line is one long line.
    if (found.widths.length === 0) found = tryDelimiter(sample, delimiter, builder, limits, { lines: LINES_MOST, final: true });
    return fitOf(delimiter, found.widths, found.oddQuotes);
  };
  const order = expected === null ? USUAL : [expected, ...USUAL.filter((delimiter) => delimiter !== expected)];
  const best = order.map(fit).reduce((a, b) => (b.score > a.score ? b : a));
  if (best.columns > 1) {
    // Where hardly a line is divided it may be a single column with a comma here and there: then the name decides.
    if (expected !== null && best.share < 0.5) return { delimiter: expected, separatorLine: 0, divided: best.delimiter === expected };
    return { delimiter: best.delimiter, separatorLine: 0, divided: true };
  }
  for (const delimiter of UNUSUAL) {
    const { columns, share } = fit(delimiter);
    if (columns > 2 && share === 1) return { delimiter, separatorLine: 0, divided: true };
  }
  return { delimiter: expected ?? ',', separatorLine: 0, divided: false };
}
