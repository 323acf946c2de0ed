/** People by two rated columns, and people by officer: counts and sums, computed in one pass that counts everyone once. */
import type { MatrixView, OfficersView } from '../../../shared/contract/index.ts';
import type { Column } from './whole-column.ts';

/** A column of texts. */
export type Texts = Extract<Column, { readonly type: 'text' }>;

/** Returns the index of an item in a column. */
export type PositionIn = (column: Column, item: number) => number;

interface MatrixInput {
  readonly rows: Texts;
  readonly columns: Texts;
  /** The amounts to sum; null for none. */
  readonly amounts: Column | null;
  readonly items: Iterable<number>;
  readonly positionIn: PositionIn;
}

interface Tally {
  people: number;
  sum: number;
}

const none = (): Tally => ({ people: 0, sum: 0 });

function add(tally: Tally, amount: number): void {
  tally.people += 1;
  tally.sum += amount;
}

/** The amount at an index; 0 if it is not a number. */
function amountAt(column: Column | null, position: number): number {
  const value = column?.type === 'number' ? column.values[position]! : 0;
  return Number.isFinite(value) ? value : 0;
}

/** The order of the heads: the steps, then values outside of them, then no value. */
const headOrder = ({ texts }: Texts): number[] => [...texts.keys()].slice(1).concat(0);

export function matrixOf({ rows, columns, amounts, items, positionIn }: MatrixInput): MatrixView {
  const width = columns.texts.length;
  const people = new Uint32Array(rows.texts.length * width);
  const sums = new Float64Array(people.length);
  for (const item of items) {
    const cell = rows.ranks[positionIn(rows, item)]! * width + columns.ranks[positionIn(columns, item)]!;
    people[cell]! += 1;
    if (amounts !== null) sums[cell]! += amountAt(amounts, positionIn(amounts, item));
  }
  const cellAt = (row: number, column: number) => ({ people: people[row * width + column]!, sum: sums[row * width + column]! });
  const total = (cells: readonly Tally[]) =>
    cells.reduce<Tally>((all, cell) => ({ people: all.people + cell.people, sum: all.sum + cell.sum }), none());
  const [allRows, allColumns] = [headOrder(rows), headOrder(columns)];
  const rowHeads = allRows.map((row) => ({ rank: row, text: rows.texts[row]!, ...total(allColumns.map((column) => cellAt(row, column))) }));
  const columnHeads = allColumns.map((column) => ({
    rank: column,
    text: columns.texts[column]!,
    ...total(allRows.map((row) => cellAt(row, column))),
  }));
  // The heads of values outside the steps (the last text) and of no value ('') are shown only if they have people.
  const isShown = (of: Texts) => (head: Tally & { readonly rank: number }) =>
    head.people > 0 || (head.rank > 0 && head.rank < of.texts.length - 1);
  const [shownRows, shownColumns] = [rowHeads.filter(isShown(rows)), columnHeads.filter(isShown(columns))];
  return {
    rows: shownRows.map(({ text, people: count, sum }) => ({ text, people: count, sum })),
    columns: shownColumns.map(({ text, people: count, sum }) => ({ text, people: count, sum })),
    cells: shownRows.map((row) => shownColumns.map((column) => cellAt(row.rank, column.rank))),
    all: total(rowHeads),
  };
}

interface OfficersInput extends Pick<MatrixInput, 'amounts' | 'items' | 'positionIn'> {
  readonly officers: Texts;
  /** The lowest amount in the top group; null if there is none. */
  readonly least: number | null;
}

export function officersOf({ officers, amounts, items, positionIn, least }: OfficersInput): Pick<OfficersView, 'officers' | 'all'> {
  const tallies = officers.texts.map(() => ({ ...none(), top: 0 }));
  const all = { ...none(), top: 0 };
  for (const item of items) {
    const tally = tallies[officers.ranks[positionIn(officers, item)]!]!;
    const amount = amounts === null ? 0 : amountAt(amounts, positionIn(amounts, item));
    const isTop = least !== null && amount >= least;
    for (const one of [tally, all]) {
      add(one, amount);
      if (isTop) one.top += 1;
    }
  }
  const named = tallies.map((tally, rank) => ({ name: officers.texts[rank]!, ...tally })).filter(({ people }) => people > 0);
  named.sort((a, b) => Number(b.name === '') - Number(a.name === '') || b.sum - a.sum || b.people - a.people);
  return { officers: named, all };
}
