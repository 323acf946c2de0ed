/** The columns that the office adds to the results: officers and ratings. */
import { isOfficerHeading, keptColumns, officerColumn } from '../../../shared/mapping/index.ts';
import { OUTSIDE, type Rating, ratingText, stepOf, stepText } from '../../../shared/ratings/index.ts';
import { OFFICER_KEY, ratedColumn, ratingKey, sheetKey } from '../../../shared/results/index.ts';
import { isPlaceholder } from '../../../shared/transforms/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { ListSource, OfficeColumns } from '../../worker-protocol/index.ts';
import { cellOf, type Column, TextColumnBuilder } from './whole-column.ts';

/** Number of blocks to read to find out whether a column can name officers, and the maximum number of different names in them. */
const SAMPLED_BLOCKS = 12;
const MAX_NAMES = 100;
/** The minimum average number of rows per name. */
const LEAST_REPEATS = 3;

export const isOfficeKey = (key: string): boolean => key === OFFICER_KEY || ratedColumn(key) !== null;

type Source = Pick<ListSource, 'plan' | 'sheetLayout'>;

export class OfficeReader {
  readonly office: OfficeColumns;
  /** Index of the sheet column that names the officer; -1 for none. */
  readonly column: number;
  private readonly headers: readonly string[];
  private readonly ratings: ReadonlyMap<string, Rating>;

  constructor({ plan, sheetLayout }: Source, office: OfficeColumns) {
    this.office = office;
    this.headers = sheetLayout.headers;
    const chosen = office.heading === null ? -1 : this.headers.indexOf(office.heading);
    this.column = chosen >= 0 ? chosen : (officerColumn(this.headers, plan) ?? -1);
    this.ratings = new Map(office.ratings.map((rating) => [ratingKey(rating.column), rating]));
  }

  /** True if the sheet names officers, or the office assigned people. */
  get hasOfficers(): boolean {
    return this.column >= 0 || this.office.names.length > 0;
  }

  /** The heading of the sheet's officer column; null without one. */
  get heading(): string | null {
    return this.headers[this.column] ?? null;
  }

  /**
   * The officer of a row: by assignment, else by the sheet; '' for nobody. `text`: the text in the sheet. A lookup that found nobody (`#N/A`)
   * and other placeholders name nobody.
   */
  officerOf(row: number, text: string): string {
    const { assigned, names } = this.office;
    const number = assigned[row] ?? 0;
    if (number > 0) return names[number - 1]!;
    const name = text.trim();
    return isPlaceholder(name) ? '' : name;
  }

  /** The rating with this key; null for any other column. */
  rating(key: string): Rating | null {
    return this.ratings.get(key) ?? null;
  }

  /** A whole column of the office. `whole`: reads another column. `length`: number of sheet rows plus 1. */
  whole(key: string, length: number, whole: (key: string) => Column): Column {
    if (key === OFFICER_KEY) return this.wholeOfficers(length, whole);
    const rating = this.rating(key);
    return rating === null ? { by: 'row', type: 'text', ranks: new Uint32Array(length), texts: [''] } : rated(rating, whole(rating.column));
  }

  private wholeOfficers(length: number, whole: (key: string) => Column): Column {
    const named = this.heading === null ? null : whole(sheetKey(this.heading));
    const builder = new TextColumnBuilder(length);
    for (let row = 1; row < length; row++) {
      const officer = this.officerOf(row, named === null ? '' : cellOf(named, row));
      if (officer !== '') builder.set(row, officer);
    }
    return { by: 'row', type: 'text', ...builder.sorted() };
  }
}

/** A column rated by `rating`. The ranks are the steps in order, followed by one for values outside of them. */
export function rated(rating: Rating, of: Column): Column {
  const texts = ['', ...rating.steps.map(stepText), OUTSIDE];
  const outside = texts.length - 1;
  const rankOf = (text: string): number => {
    const step = stepOf(rating, text);
    return step === null ? 0 : step < 0 ? outside : step + 1;
  };
  if (of.type === 'text') {
    const byText = Uint32Array.from(of.texts, rankOf);
    return { by: of.by, type: 'text', ranks: of.ranks.map((rank) => byText[rank]!), texts };
  }
  const { values, written } = of;
  const ranks = new Uint32Array(values.length);
  if (rating.kind === 'values') {
    const known = new Map<number, number>();
    for (let at = 0; at < values.length; at++) {
      const value = values[at]!;
      if (Number.isNaN(value)) continue;
      let rank = known.get(value);
      if (rank === undefined) known.set(value, (rank = rankOf(written?.get(at) ?? String(value))));
      ranks[at] = rank;
    }
    return { by: of.by, type: 'text', ranks, texts };
  }
  const bounds = Float64Array.from(rating.steps, ({ from }) => from);
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (Number.isNaN(value)) continue;
    let step = 0;
    while (step < bounds.length && value < bounds[step]!) step += 1;
    ranks[at] = step + 1;
  }
  return { by: of.by, type: 'text', ranks, texts };
}

/** The text to show for a value: its rating, or the value itself without a rating. */
export const shownIn = (rating: Rating | null, text: string): string => (rating === null ? text : ratingText(rating, text));

/** Keys of sheet columns that may name officers, because they have few values that repeat. Columns with a typical heading come first. */
export function officerChoices(file: ProjectFile, { plan, sheetLayout }: Source, firstRow: number): string[] {
  const { headers } = sheetLayout;
  const kept = keptColumns(headers, plan);
  const found = kept.map(() => new Set<string>());
  const filled = kept.map(() => 0);
  for (const { seq } of file.places('rows').slice(0, SAMPLED_BLOCKS)) {
    const block = new RowBlock(file.read('rows', seq)!);
    for (let row = 0; row < block.rowCount; row++) {
      if (block.rowNumber(row) < firstRow) continue;
      for (const [at, column] of kept.entries()) {
        const text = block.text(row, column).trim();
        if (text === '' || found[at]!.size > MAX_NAMES) continue;
        found[at]!.add(text);
        filled[at]! += 1;
      }
    }
  }
  return kept
    .filter((_, at) => found[at]!.size > 1 && found[at]!.size <= MAX_NAMES && filled[at]! >= found[at]!.size * LEAST_REPEATS)
    .map((column) => headers[column]!)
    .toSorted((a, b) => Number(isOfficerHeading(b)) - Number(isOfficerHeading(a)))
    .map(sheetKey);
}
