/** Values in the notation of another system: its dates, its words, and its sign between several values. */
import { datesOfList, dayText, type Layout, type LayoutColumn, wordFor } from '../../../shared/results/index.ts';
import { type DateOrder, formatDay, readDate } from '../../../shared/numbers/index.ts';
import { CellKind } from '../../spreadsheet/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { type LayoutCell, textCell } from './layout-lines.ts';

/** Signs between several values in one text: lists of the service have a semicolon. */
const PARTS = /\s*[;|]\s*/;

type InWords = Pick<LayoutColumn, 'words' | 'known'>;

export class LayoutNotation {
  private readonly dates: Parameters<typeof dayText>[1];
  private readonly partsBy: Layout['partsBy'];

  constructor({ dates, partsBy }: Layout, { sheetLayout, plan }: Pick<ListSource, 'sheetLayout' | 'plan'>) {
    this.dates = dates === 'list' ? datesOfList(sheetLayout.headers, plan) : dates;
    this.partsBy = partsBy;
  }

  /** A day, YYYY-MM-DD, as the layout writes it; any other text stays as it is. */
  day(iso: string): string {
    return dayText(iso, this.dates);
  }

  /** A copy of a cell, with a date in the form of the layout. `order`: of dates that are text; null where the column has none. */
  copy(kind: CellKind, text: string, order: DateOrder | null): LayoutCell {
    if (kind === CellKind.Date || kind === CellKind.DateTime) return this.dates === 'iso' ? { kind, text } : textCell(this.day(text));
    if (kind !== CellKind.Text || order === null) return { kind, text };
    const reading = readDate(text, order);
    return reading < 0 ? { kind, text } : textCell(this.day(formatDay(reading)));
  }

  /** A cell in the words of a column. */
  inWords(cell: LayoutCell, { words, known }: InWords): LayoutCell {
    const { partsBy } = this;
    const word =
      partsBy === undefined
        ? wordFor(words, cell.text)
        : known === undefined
          ? // The other system would read several values.
            wordFor(words, cell.text).replaceAll(partsBy, '/')
          : cell.text
              .split(PARTS)
              .map((part) => wordFor(words, part))
              .join(partsBy);
    return word === cell.text ? cell : textCell(word);
  }
}
