/** Cells, lines and people of a file for another system. */
import type { Layout } from '../../../shared/results/index.ts';
import type { DateOrder } from '../../../shared/numbers/index.ts';
import type { HeldBack } from '../../../shared/write-back/index.ts';
import { CellKind } from '../../spreadsheet/index.ts';
import type { BlockRow } from '../list/stored-rows.ts';
import type { ListRow } from './export-list.ts';

/** A cell of a layout. `text` is '' for an empty cell. */
export interface LayoutCell {
  readonly kind: CellKind;
  readonly text: string;
}

/** A row of the file. `score`: index of its score, in a layout with one row per score; otherwise -1. */
export interface LayoutLine {
  readonly cells: readonly LayoutCell[];
  readonly score: number;
}

/** A person in the table. `why`: the reason why the person is held back; null if the person is written. */
export interface LayoutPerson {
  readonly id: string;
  readonly why: HeldBack | null;
  readonly lines: readonly LayoutLine[];
}

/** A column as defined by the layout. */
export type Column = Layout['columns'][number];

/** Returns the cell of a row. `scores`: the scores of the row's profile; null if it has none. */
export type Filler = (row: ListRow, scores: BlockRow | null) => LayoutCell;

/** A column of a layout. `score`, `sheet`: index of the score column or sheet column that fills it; -1 if none does. */
export interface LayoutColumn extends Omit<Column, 'from'> {
  readonly from: Column['from'];
  readonly score: number;
  readonly sheet: number;
  /** Fills a column that has a score, rating or officer as its content; null for other contents. */
  readonly fill: Filler | null;
  readonly isSalesforceId: boolean;
  /** The order of the dates, for a column of the sheet; null for other contents. */
  readonly dateOrder: DateOrder | null;
  /** True for a field of the record that contains a date. */
  readonly isDay: boolean;
  /** The cell that all rows have in common; null if rows differ. */
  readonly same: LayoutCell | null;
}

/** A score, in a layout with one row per score. */
export interface LineScore {
  readonly key: string;
  readonly title: string;
  readonly words: Column['words'];
  readonly fill: Filler;
}

export const NO_CELL: LayoutCell = { kind: CellKind.Empty, text: '' };
export const textCell = (text: string): LayoutCell => ({ kind: CellKind.Text, text });
export const isEmpty = ({ text }: LayoutCell): boolean => text.trim() === '';
