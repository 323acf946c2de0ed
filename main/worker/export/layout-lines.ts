/** Cells, lines and people of a file for another system. */
import type { Layout } from '../../../shared/results/index.ts';
import type { DateOrder } from '../../../shared/numbers/index.ts';
import type { HeldBack } from '../../../shared/write-back/index.ts';
import { CellKind } from '../../spreadsheet/index.ts';
import type { BlockRow } from '../list/stored-rows.ts';
import type { ListRow } from './export-list.ts';

/** A cell of a layout; '' for an empty one. */
export interface LayoutCell {
  readonly kind: CellKind;
  readonly text: string;
}

/** A row of the file. `score`: index of the score that it is for, in a layout with one row for each score; else -1. */
export interface LayoutLine {
  readonly cells: readonly LayoutCell[];
  readonly score: number;
}

/** A person of the table. `why`: why nothing of them is written; null when they pass. */
export interface LayoutPerson {
  readonly id: string;
  readonly why: HeldBack | null;
  readonly lines: readonly LayoutLine[];
}

/** A column as the layout describes it. */
export type Column = Layout['columns'][number];

/** Fills a cell with the value of a row. `scores`: of the row's profile; null without one. */
export type Filler = (row: ListRow, scores: BlockRow | null) => LayoutCell;

/** A column of a layout. `score` and `sheet`: position of the score or the sheet's column that fills it, -1 for none. */
export interface LayoutColumn extends Omit<Column, 'from'> {
  readonly from: Column['from'];
  readonly score: number;
  readonly sheet: number;
  /** The value under the key of the column; null for other contents. */
  readonly fill: Filler | null;
  readonly isSalesforceId: boolean;
  /** The order of the dates in a column of the sheet; null for other contents. */
  readonly dateOrder: DateOrder | null;
  /** True for a field of the record that is a day. */
  readonly isDay: boolean;
  /** The cell of every row; null where rows differ. */
  readonly same: LayoutCell | null;
}

/** A score of a layout with one row for each score. */
export interface LineScore {
  readonly key: string;
  readonly title: string;
  readonly words: Column['words'];
  readonly fill: Filler;
}

export const NO_CELL: LayoutCell = { kind: CellKind.Empty, text: '' };
export const textCell = (text: string): LayoutCell => ({ kind: CellKind.Text, text });
export const isEmpty = ({ text }: LayoutCell): boolean => text.trim() === '';
