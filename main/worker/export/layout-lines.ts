/** Cells, lines and people of a file for another system. */
import type { HeldBack } from '../../../shared/write-back/index.ts';
import { CellKind } from '../../spreadsheet/index.ts';

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

export const NO_CELL: LayoutCell = { kind: CellKind.Empty, text: '' };
export const textCell = (text: string): LayoutCell => ({ kind: CellKind.Text, text });
export const isEmpty = ({ text }: LayoutCell): boolean => text.trim() === '';
