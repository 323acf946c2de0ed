/** Answers for pages about the office's own columns: the matrix, officers, and the values on which a rating is based. */
import type { CapacityGroups, MatrixView, OfficersView, RatingBasis } from '../../../shared/contract/index.ts';
import { type Rating, stepText } from '../../../shared/ratings/index.ts';
import { OFFICER_KEY, type ResultSelection, capacityColumn, ratingKey } from '../../../shared/results/index.ts';
import type { ContractAsk } from '../../worker-protocol/index.ts';
import { matrixOf, officersOf, type Texts } from './matrix.ts';
import { rated } from './office-reader.ts';
import { EVERYBODY, type ResultSelections } from './result-selections.ts';
import type { ScreeningReader } from './screening-reader.ts';
import { cellOf, type Column } from './whole-column.ts';

/** Maximum number of numbers in a basis, and of different values with their numbers of people. */
const MAX_NUMBERS = 2000;
const MAX_VALUES = 12;

/** The column as texts; an empty column if it has another type. */
const asTexts = (column: Column): Texts =>
  column.type === 'text' ? column : { by: column.by, type: 'text', ranks: new Uint32Array(column.values.length), texts: [''] };

export class OfficePages {
  private readonly screening: ScreeningReader;
  private readonly selections: ResultSelections;

  constructor(screening: ScreeningReader, selections: ResultSelections) {
    this.screening = screening;
    this.selections = selections;
  }

  matrix({ selection, rows, columns, sum }: Pick<ContractAsk<'results.matrix'>, 'selection' | 'rows' | 'columns' | 'sum'>): MatrixView {
    const { columns: whole } = this.screening;
    return matrixOf({
      rows: asTexts(whole.column(rows)),
      columns: asTexts(whole.column(columns)),
      amounts: sum === null ? null : whole.column(sum),
      items: this.selections.select(selection),
      positionIn: (column, item) => this.selections.positionIn(column, selection.outcome, item),
    });
  }

  officers(groups: CapacityGroups): OfficersView {
    const { columns, results } = this.screening;
    const capacity = capacityColumn(results.columns.map(({ key }) => key));
    const rating = capacity === null ? null : columns.office.rating(ratingKey(capacity));
    const bands = rating?.kind === 'bands' ? rating.steps.slice(0, 2) : [];
    const least = bands.at(-1)?.from ?? groups?.least ?? null;
    return {
      ...officersOf({
        officers: asTexts(columns.column(OFFICER_KEY)),
        amounts: capacity === null ? null : columns.column(capacity),
        items: this.selections.select(EVERYBODY),
        positionIn: (column, item) => this.selections.positionIn(column, 'scored', item),
        least,
      }),
      topText: bands.length === 0 ? null : bands.map((step) => (step.code === '' ? stepText(step) : step.code)).join(' and '),
      least,
      undo: columns.office.office.undo,
    };
  }

  basis(key: string): RatingBasis {
    const column = this.screening.columns.column(key);
    const counts = new Map<string, number>();
    const numbers: number[] = [];
    let without = 0;
    for (const item of this.selections.select(EVERYBODY)) {
      const position = this.selections.positionIn(column, 'scored', item);
      const isEmpty = column.type === 'number' ? Number.isNaN(column.values[position]!) : column.ranks[position] === 0;
      if (isEmpty) {
        without += 1;
        continue;
      }
      if (column.type === 'number') numbers.push(column.values[position]!);
      if (counts.size <= MAX_VALUES) {
        const text = cellOf(column, position);
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
    }
    const all = Float64Array.from(numbers).toSorted();
    const few = Math.min(all.length, MAX_NUMBERS);
    const sorted = Array.from({ length: few }, (_, at) => all[few === 1 ? 0 : Math.round((at * (all.length - 1)) / (few - 1))]!);
    const values = counts.size > MAX_VALUES ? [] : [...counts].map(([value, people]) => ({ value, people }));
    const collator = new Intl.Collator('en', { numeric: true });
    values.sort((a, b) => (column.type === 'number' ? Number(b.value) - Number(a.value) : collator.compare(a.value, b.value)));
    return { sorted, values, without };
  }

  /** Number of people by step of the rating, then outside the steps, then without a value. */
  countSteps(rating: Rating): number[] {
    const { ranks, texts, by } = asTexts(rated(rating, this.screening.columns.column(rating.column)));
    const people = texts.map(() => 0);
    const column: Column = { by, type: 'text', ranks, texts };
    for (const item of this.selections.select(EVERYBODY)) people[ranks[this.selections.positionIn(column, 'scored', item)]!]! += 1;
    return [...people.slice(1), people[0]!];
  }

  /** Sheet rows of a selection. */
  rowsOf(selection: ResultSelection): Uint32Array {
    return this.selections.select(selection).map((item) => this.selections.rowNumberOf(selection.outcome, item));
  }
}
