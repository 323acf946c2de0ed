import { countText } from '../base/text.ts';
import type { ExportView } from '../contract/index.ts';

/** What an export says about scored people who are not in the file; '' when there are none. */
const withoutIdText = (people: number): string =>
  people === 0
    ? ''
    : `${countText(people, 'scored row')} without a constituent ID ${people === 1 ? 'is' : 'are'} not in the file: the other system could not tell whose scores they are.`;

/** What an export says about everything that is not in the file, in sentences; '' when it has everything. */
export function leftOutText({
  withoutId,
  withEmptyCell,
  emptyColumns,
}: Readonly<Pick<ExportView, 'withoutId' | 'withEmptyCell'>> & { readonly emptyColumns: readonly string[] }): string {
  const names = new Intl.ListFormat('en-US').format(emptyColumns.map((title) => `“${title}”`));
  const isOne = emptyColumns.length === 1;
  return [
    withoutIdText(withoutId),
    emptyColumns.length === 0
      ? ''
      : `The ${isOne ? 'column' : 'columns'} ${names} ${isOne ? 'is' : 'are'} not in the file: most people have no value there, and the other system would remove the one that it has.`,
    withEmptyCell === 0
      ? ''
      : `${countText(withEmptyCell, 'scored row')} with an empty cell ${withEmptyCell === 1 ? 'is' : 'are'} not in the file: the other system would remove the value that it has there.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}
