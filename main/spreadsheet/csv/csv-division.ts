/** Divides the first lines of a text by a delimiter, to find out which one suits it. */
import { ByteWindow } from '../core/byte-window.ts';
import type { RowBlockBuilder } from '../core/rowblock-builder.ts';
import type { ReadLimits } from '../core/workbook.ts';
import { CSV_SLACK, CsvScanner, CsvStop, type LineEnds } from './csv-scanner.ts';

/** How a delimiter divides the first lines of a text. */
export interface Division {
  /** Number of cells of each line with text. */
  readonly widths: readonly number[];
  /** Number of cells of each line up to the last filled one. */
  readonly filled: readonly number[];
  /** Number of cells with a quote that was not closed properly. */
  readonly oddQuotes: number;
  /** Number of quoted cells with blanks before the quote. */
  readonly indentedQuotes: number;
}

/** How to divide a text, besides the delimiter. */
export interface DivisionOptions {
  /** Number of lines with text to divide. */
  readonly lines: number;
  /** True if the sample is the whole text, so that a last line without a line end is included. */
  readonly final: boolean;
  readonly lineEnds: LineEnds;
  readonly blanksBeforeQuotes?: boolean;
}

/** Divides the first lines with text by this delimiter. */
export function tryDelimiter(
  sample: Uint8Array,
  delimiter: string,
  builder: RowBlockBuilder,
  limits: ReadLimits,
  { lines, final, lineEnds, blanksBeforeQuotes = false }: DivisionOptions,
): Division {
  const window = new ByteWindow(CSV_SLACK);
  window.append(sample);
  const unlimited = { ...limits, columns: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY };
  const scanner = new CsvScanner(builder, delimiter, unlimited, lineEnds, blanksBeforeQuotes);
  const widths = { all: [] as number[], filled: [] as number[] };
  scanner.widths = widths;
  scanner.rowsWanted = lines;
  for (;;) {
    const stop = scanner.scan(window.bytes, window.from, window.end, final);
    window.from = scanner.at;
    builder.finish();
    if (stop !== CsvStop.Block || scanner.rowsStored >= lines)
      return { widths: widths.all, filled: widths.filled, oddQuotes: scanner.oddQuotes, indentedQuotes: scanner.indentedQuotes };
  }
}
