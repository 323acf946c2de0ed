/** Number of rows by facts code. All counts of a check are derived from it. A list has about ten different codes. */
import { NOT_SENT } from './disposition-text.ts';
import { buysNothing, creditsOf, type Disposition, DISPOSITION_NAMES, dispositionOf, type SendOptions } from './disposition.ts';
import { CODES, decodeFacts, type FactsCode, NO_ROW, type RowFacts } from './row-facts.ts';

/** Rows by code, sorted by code, without codes that no row has. */
export type RowHistogram = readonly (readonly [code: FactsCode, rows: number])[];

/** A buffer of rows by code. All zeros between uses. */
const counts = new Float64Array(CODES);

/** The histogram of the codes of rows. Ignores `NO_ROW`. */
export function histogramOf(codes: Iterable<number>): RowHistogram {
  const found: number[] = [];
  for (const code of codes) {
    if (code === NO_ROW) continue;
    if (counts[code] === 0) found.push(code);
    counts[code]! += 1;
  }
  return taken(found);
}

export function mergeHistograms(histograms: Iterable<RowHistogram>): RowHistogram {
  const found: number[] = [];
  for (const histogram of histograms)
    for (const [code, rows] of histogram) {
      if (counts[code] === 0 && rows > 0) found.push(code);
      counts[code]! += rows;
    }
  return taken(found);
}

/** Returns the counts of the codes that were found, and resets the buffer. */
function taken(found: number[]): RowHistogram {
  return found
    .toSorted((a, b) => a - b)
    .map((code) => {
      const rows = counts[code]!;
      counts[code] = 0;
      return [code as FactsCode, rows] as const;
    });
}

/** Number of rows whose facts match. */
export function countRows(histogram: RowHistogram, matches: (facts: RowFacts) => boolean): number {
  let sum = 0;
  for (const [code, rows] of histogram) if (matches(decodeFacts(code))) sum += rows;
  return sum;
}

export function rowsByDisposition(histogram: RowHistogram, options: SendOptions): Readonly<Record<Disposition, number>> {
  const rows = Object.fromEntries(DISPOSITION_NAMES.map((name) => [name, 0])) as Record<Disposition, number>;
  for (const [code, count] of histogram) rows[dispositionOf(decodeFacts(code), options)] += count;
  return rows;
}

/** Credits that are saved by not sending rows for which they would be wasted. */
export const creditsSaved = (rows: Readonly<Record<Disposition, number>>, creditsPerRecord: number): number =>
  NOT_SENT.reduce((sum, reason) => sum + (buysNothing(reason) ? creditsOf(rows[reason], creditsPerRecord) : 0), 0);
