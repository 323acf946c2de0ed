/** Fits texts to the width of a terminal: cuts them, or puts them in a table. */
import truncatedWidth from 'fast-string-truncated-width';
import { terminalCell } from '../../shared/base/index.ts';

/** How many columns of a terminal a text needs. */
const shownWidth = (text: string): number => truncatedWidth(text).width;

/** The beginning of a text that fits in `limit` columns, with a mark if it was cut. */
export function cut(text: string, limit: number): string {
  const { index, ellipsed } = truncatedWidth(text, { limit, ellipsis: '…' });
  return ellipsed ? `${text.slice(0, index)}…` : text;
}

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - shownWidth(text)));

/** Separates two columns. */
const GAP = '  ';
/** No column is made narrower than this to fit a table. */
const LEAST_WIDTH = 6;

/** The widths of the columns, reduced to a total of at most `most`. The widest columns are reduced first. */
function fittingWidths(natural: readonly number[], most: number): readonly number[] {
  const space = most - GAP.length * (natural.length - 1);
  const widths = [...natural];
  while (widths.reduce((sum, width) => sum + width, 0) > space) {
    const widest = Math.max(...widths);
    if (widest <= LEAST_WIDTH) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

/** A text table with aligned columns. Long cells are cut so that it fits in `most` columns of a terminal. */
export function table(titles: readonly string[], cells: readonly (readonly string[])[], most = Number.POSITIVE_INFINITY): string {
  const header = titles.map(terminalCell);
  const rows = cells.map((row) => row.map(terminalCell));
  const natural = header.map((title, column) =>
    rows.reduce((width, row) => Math.max(width, shownWidth(row[column] ?? '')), shownWidth(title)),
  );
  const widths = fittingWidths(natural, most);
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => padded(cut(cell, widths[column]!), widths[column]!))
      .join(GAP)
      .trimEnd();
  return [line(header), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}
