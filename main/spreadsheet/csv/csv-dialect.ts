/** Detects the delimiter of a text file. */
import { type Division, type DivisionOptions, tryDelimiter } from './csv-division.ts';
import type { LineEnds } from './csv-scanner.ts';
import { quotesLines, unquoteLines } from './quoted-lines.ts';
import { RowBlockBuilder } from '../core/rowblock-builder.ts';
import type { ReadLimits } from '../core/workbook.ts';

/** The line of the headings. A cell after its last one shows that a value was cut in two. It may be the rest of an amount with a comma. */
export interface Headings {
  /** Number of cells; `Infinity` where the text has no such line. */
  readonly cells: number;
  /** True if another line has as many cells, so that a longer line must have a comma in one of its values. */
  readonly certain: boolean;
}

export interface Dialect {
  readonly delimiter: string;
  /** Length in bytes of a first line such as `sep=;`, which is an instruction to Excel, not a row; 0 without one. */
  readonly separatorLine: number;
  /** False when no delimiter divides the lines: the file has a single column. */
  readonly divided: boolean;
  readonly lineEnds: LineEnds;
  /** True if whole lines are quoted, with the cells inside. */
  readonly quotedLines: boolean;
  /** True if there are blanks between delimiters and quotes, as in `1, "Voss, Ruben"`. They are not part of the cells. */
  readonly blanksBeforeQuotes: boolean;
  readonly headings: Headings;
  /** True if the lines have no delimiter, and their cells seem to be padded with blanks to a fixed width. */
  readonly fixedWidth: boolean;
}

/** In order of precedence when several fit equally well. */
const USUAL = [',', '\t', ';', '|'] as const;
/** Accepted only if they divide every line evenly. A colon is not included, because clock times and addresses contain it. */
const UNUSUAL = ['\u001F', '^', '~'] as const;

/** Maximum number of lines to examine. */
const LINES_MOST = 400;

interface Fit {
  readonly delimiter: string;
  readonly columns: number;
  readonly share: number;
  readonly score: number;
  /** True if two or more lines were examined, and they have on average at least one quoted cell with blanks before the quote. */
  readonly indented: boolean;
  readonly headings: Headings;
}

export const NO_HEADINGS: Headings = { cells: Number.POSITIVE_INFINITY, certain: false };

/** The first line that is not a title. */
function headingsOf(widths: readonly number[], columns: number): Headings {
  const at = widths.findIndex((width) => width * 2 > columns);
  return at === -1 ? NO_HEADINGS : { cells: widths[at]!, certain: widths.includes(widths[at]!, at + 1) };
}

/**
 * How evenly a delimiter divides the lines: the most common number of cells, and the share of lines that have it. Quotes that are not
 * closed before a delimiter lower the score. Tries both with and without empty cells at the end of lines, because a header may lack the
 * last delimiters.
 */
function fitOf(delimiter: string, { widths, filled, oddQuotes, indentedQuotes }: Division): Fit {
  const [all, trimmed] = [fitOfWidths(widths, oddQuotes), fitOfWidths(filled, oddQuotes)];
  const indented = widths.length > 1 && indentedQuotes >= widths.length;
  return { delimiter, indented, headings: headingsOf(widths, all.columns), ...(trimmed.score > all.score ? trimmed : all) };
}

function fitOfWidths(lines: readonly number[], oddQuotes: number): Pick<Fit, 'columns' | 'share' | 'score'> {
  const counts = new Map<number, number>();
  for (const width of lines) counts.set(width, (counts.get(width) ?? 0) + 1);
  let best = { columns: 1, share: 0, score: 0 };
  for (const [columns, count] of counts) {
    const share = count / lines.length;
    const score = columns > 1 ? share * share * Math.log2(columns + 1) * (lines.length / (lines.length + oddQuotes)) : 0;
    if (score > best.score) best = { columns, share, score };
  }
  return best;
}

/** The line ends that a text may have, best first. A single CR ends a line only if most lines end with one. */
function possibleLineEnds(text: string): readonly LineEnds[] {
  const crlf = text.split('\r\n').length - 1;
  const lf = text.split('\n').length - 1 - crlf;
  const cr = text.split('\r').length - 1 - crlf;
  if (cr > crlf + lf) return ['any'];
  // CR CR LF is written by programs that translate line ends twice. The first CR is then a blank line, not part of a cell.
  if (cr * 2 > crlf && cr === text.split('\r\r\n').length - 1) return ['any'];
  const others: readonly LineEnds[] = lf > 0 && crlf > lf ? ['crlf'] : [];
  return cr > 0 ? ['lf', 'any', ...others] : ['lf', ...others];
}

/** True when nearly all lines have several runs of blanks between words. */
function isFixedWidth(text: string): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '').slice(0, LINES_MOST); // prettier-ignore
  const filled = lines.filter((line) => line.trim().split(/ {2,}/).length > 2);
  return lines.length > 2 && filled.length >= lines.length * 0.8;
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
  const ends = possibleLineEnds(text);
  const usual = {
    separatorLine: 0,
    divided: true,
    lineEnds: ends[0]!,
    quotedLines: false,
    blanksBeforeQuotes: false,
    headings: NO_HEADINGS,
    fixedWidth: false,
  };
  if (separator && separator[1]!.charCodeAt(0) < 128)
    return { ...usual, delimiter: separator[1]!, separatorLine: Buffer.byteLength(separator[0]) };
  const order = expected === null ? USUAL : [expected, ...USUAL.filter((delimiter) => delimiter !== expected)];
  const fits = (blanksBeforeQuotes: boolean) =>
    order.flatMap((delimiter) =>
      ends.map((lineEnds) => ({
        lineEnds,
        blanksBeforeQuotes,
        ...fit(sample, delimiter, { lineEnds, blanksBeforeQuotes }, whole, limits),
      })),
    );
  const plain = fits(false).reduce((a, b) => (b.score > a.score ? b : a));
  const indented = text.includes(' "') ? fits(true).reduce((a, b) => (b.score > a.score ? b : a)) : plain;
  // An occasional nickname in quotes is part of its cell.
  const best = indented.score > plain.score || (indented.score === plain.score && indented.indented) ? indented : plain;
  const unquoted = bestOfQuotedLines(text, order, ends[0]!, whole, limits);
  if (unquoted !== null && unquoted.columns > 2 && unquoted.score > best.score)
    return { ...usual, delimiter: unquoted.delimiter, quotedLines: true };
  // Commas inside the cells of "5~Voss, Ruben~…" divide every line, too, but into fewer cells.
  for (const delimiter of UNUSUAL) {
    if (!text.includes(delimiter)) continue;
    const { columns, share } = fit(sample, delimiter, { lineEnds: ends[0]! }, whole, limits);
    if (columns > 2 && share === 1 && columns > best.columns) return { ...usual, delimiter };
  }
  if (best.columns > 1) {
    const { lineEnds, blanksBeforeQuotes, delimiter, share } = best;
    // If only few lines are divided, the file may be one column with an occasional comma, so the extension decides.
    if (expected !== null && share < 0.5) return { ...usual, lineEnds, delimiter: expected, divided: delimiter === expected };
    return { ...usual, lineEnds, blanksBeforeQuotes, delimiter, headings: best.headings };
  }
  return {
    ...usual,
    delimiter: expected ?? ',',
    divided: false,
    fixedWidth: isFixedWidth(text),
    lineEnds: ends.includes('any') ? 'any' : ends[0]!,
  };
}

function fit(
  sample: Uint8Array,
  delimiter: string,
  options: Pick<DivisionOptions, 'lineEnds' | 'blanksBeforeQuotes'>,
  whole: boolean,
  limits: ReadLimits,
): Fit {
  const builder = new RowBlockBuilder();
  const found = tryDelimiter(sample, delimiter, builder, limits, { lines: LINES_MOST, final: whole, ...options });
  if (found.widths.length > 0) return fitOf(delimiter, found);
  // If the sample has no complete line, it is treated as a single long line.
  return fitOf(delimiter, tryDelimiter(sample, delimiter, builder, limits, { lines: LINES_MOST, final: true, ...options }));
}

/** The best delimiter inside lines that are quoted as a whole; null if the lines are not quoted. */
function bestOfQuotedLines(text: string, order: readonly string[], lineEnds: LineEnds, whole: boolean, limits: ReadLimits): Fit | null {
  const possible = order.filter((delimiter) => quotesLines(text, delimiter));
  if (possible.length === 0) return null;
  const sample = unquoteLines()(Buffer.from(text));
  return possible.map((delimiter) => fit(sample, delimiter, { lineEnds }, whole, limits)).reduce((a, b) => (b.score > a.score ? b : a));
}
