import { countText } from '../base/index.ts';
import type { ExportView } from '../contract/index.ts';

/** What an export says about scored people who are not in the file; '' when there are none. */
const withoutIdText = (people: number): string =>
  people === 0
    ? ''
    : `${countText(people, 'scored row')} without a constituent ID ${people === 1 ? 'is' : 'are'} not in the file: the other system could not tell whose scores they are.`;

/** The warning before rows that were joined by order go to another system. */
export const byOrderInLayout = (rows: number): string =>
  `${countText(rows, 'row')} of these results ${rows === 1 ? 'was' : 'were'} joined by order, and a file for another system cannot mark ${rows === 1 ? 'it' : 'them'}.`;

/** What a file leaves out or does not mark, in sentences; '' when there is nothing. */
export function leftOutText({
  withoutId,
  withEmptyCell,
  emptyColumns,
  byOrder,
  missing = 0,
}: Readonly<Pick<ExportView, 'withoutId' | 'withEmptyCell' | 'byOrder'> & Partial<Pick<ExportView, 'missing'>>> & {
  readonly emptyColumns: readonly string[];
}): string {
  const names = new Intl.ListFormat('en-US').format(emptyColumns.map((title) => `“${title}”`));
  const isOne = emptyColumns.length === 1;
  return [
    withoutIdText(withoutId),
    emptyColumns.length === 0
      ? ''
      : `The ${isOne ? 'column' : 'columns'} ${names} ${isOne ? 'is' : 'are'} not in the file: most people have no value there, and the other system would remove the value that it has.`,
    withEmptyCell === 0
      ? ''
      : `${countText(withEmptyCell, 'scored row')} with an empty cell ${withEmptyCell === 1 ? 'is' : 'are'} not in the file: the other system would remove the value that it has there.`,
    byOrder === 0
      ? ''
      : `${countText(byOrder, 'row')} in the file ${byOrder === 1 ? 'has' : 'have'} scores that were joined by order; the file does not mark ${byOrder === 1 ? 'it' : 'them'}.`,
    missing === 0
      ? ''
      : `The service counts ${countText(missing, 'more profile')} than it returned; ${missing === 1 ? 'it is' : 'they are'} not in the file.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}
