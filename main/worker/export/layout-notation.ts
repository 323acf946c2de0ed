/** Writes values in the notation of another system: its date format, its words, and its separator between several values. */
import { datesOfList, dayText, type Layout, type LayoutColumn, wordFor } from '../../../shared/results/index.ts';
import { type DateOrder, formatDay, readDate } from '../../../shared/numbers/index.ts';
import { isPlaceholder } from '../../../shared/transforms/index.ts';
import { CellKind } from '../../spreadsheet/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { type LayoutCell, NO_CELL, textCell } from './layout-lines.ts';

/** Separators between several values in one text. The service uses a semicolon in lists. */
const PARTS = /\s*[;|]\s*/;

type InWords = Pick<LayoutColumn, 'words' | 'known'>;

/** A text file has these errors as texts. */
const isFormulaError = (kind: CellKind, text: string): boolean => kind === CellKind.Error || (text.startsWith('#') && isPlaceholder(text));

export class LayoutNotation {
  private readonly dates: Parameters<typeof dayText>[1];
  private readonly partsBy: Layout['partsBy'];

  constructor({ dates, partsBy }: Layout, { sheetLayout, plan }: Pick<ListSource, 'sheetLayout' | 'plan'>) {
    this.dates = dates === 'list' ? datesOfList(sheetLayout.headers, plan) : dates;
    this.partsBy = partsBy;
  }

  /** A day, YYYY-MM-DD, in the date format of the layout. Any other text is returned unchanged. */
  day(iso: string): string {
    return dayText(iso, this.dates);
  }

  /**
   * A copy of a cell, with dates in the layout's format. `order`: the order of dates that are text; null if the column has none. An error of
   * a formula becomes an empty cell, because the other system would store its text as a value.
   */
  copy(kind: CellKind, text: string, order: DateOrder | null): LayoutCell {
    if (isFormulaError(kind, text)) return NO_CELL;
    if (kind === CellKind.Date || kind === CellKind.DateTime) return this.dates === 'iso' ? { kind, text } : textCell(this.day(text));
    if (kind !== CellKind.Text || order === null) return { kind, text };
    const reading = readDate(text, order);
    return reading < 0 ? { kind, text } : textCell(this.day(formatDay(reading)));
  }

  /** A cell with the words that a column of the other system uses. */
  inWords(cell: LayoutCell, { words, known }: InWords): LayoutCell {
    const { partsBy } = this;
    const word =
      partsBy === undefined
        ? wordFor(words, cell.text)
        : known === undefined
          ? // The other system would split the text at the separator.
            wordFor(words, cell.text).replaceAll(partsBy, '/')
          : cell.text
              .split(PARTS)
              .map((part) => wordFor(words, part))
              .join(partsBy);
    return word === cell.text ? cell : textCell(word);
  }
}
