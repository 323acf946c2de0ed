/** The filters of a cell of the matrix, and of an officer. */
import { OFFICER_KEY, type ResultFilter, capacityColumn } from '../../../../shared/results/index.ts';
import type { ResultsView } from '../../../../shared/contract/index.ts';

/** Selects people with this text in a column; '' selects people without a value. */
export const wordFilter = (column: string, text: string): ResultFilter =>
  text === '' ? { kind: 'empty', column } : { kind: 'is', column, value: text };

export const officerFilter = (name: string): ResultFilter => wordFilter(OFFICER_KEY, name);

/** Selects people with at least this capacity. */
export const topFilterOf = (column: string, least: number): ResultFilter => ({ kind: 'range', column, min: least, max: null });

export const capacityOf = ({ columns }: ResultsView): string | null => capacityColumn(columns.map(({ key }) => key));
