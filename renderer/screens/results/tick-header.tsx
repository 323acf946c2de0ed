/** The first column of the results: the row of the file, and a tick where people can be selected. */
import type { MouseEvent } from 'react';
import type { ResultRow } from '../../../shared/contract/index.ts';
import type { GridRowHeader } from '../../kit/index.ts';
import { number } from '../../format/index.ts';
import type { RowChoice } from './useRowChoice.ts';

export const ROW_HEADER: GridRowHeader<ResultRow> = {
  title: 'File row',
  width: 76,
  text: (row) => (row.row === null ? '–' : number(row.row)),
};

/** A tick that takes the focus would take the keys from the grid. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The grid is one tab stop: the ticks are for the pointer, keys tick by Space, Shift with arrows and Ctrl A. */
export function tickHeader(choice: RowChoice, total: number): GridRowHeader<ResultRow> {
  const { count } = choice;
  return {
    ...ROW_HEADER,
    width: 104,
    head: (
      <span className="result-tick">
        <input
          type="checkbox"
          tabIndex={-1}
          onMouseDown={keepFocus}
          aria-label="Select all"
          checked={count > 0 && count === total}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < total;
          }}
          onChange={() => (count === 0 ? choice.tickAll() : choice.clear())}
        />
        {ROW_HEADER.title}
      </span>
    ),
    show: (row, index) => (
      <span className="result-tick">
        <input
          type="checkbox"
          tabIndex={-1}
          onMouseDown={keepFocus}
          aria-label={`Select ${row.name === '' ? `row ${row.row}` : row.name}`}
          checked={choice.isTicked(row)}
          onChange={(event) => {
            const { nativeEvent } = event;
            if (nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey) choice.extend(index, index);
            else choice.toggle(row, index);
          }}
        />
        {ROW_HEADER.text(row, index)}
      </span>
    ),
  };
}
