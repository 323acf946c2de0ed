/** The first column of the results: the row of the file, and a tick where people can be selected. */
import type { MouseEvent } from 'react';
import type { ResultRow } from '../../../shared/contract/index.ts';
import type { GridRowHeader } from '../../kit/index.ts';
import type { RowChoice } from './useRowChoice.ts';

/** `last`: a row with one of the longest names, to compute the width. */
export const rowHeader = (rowName: (row: number) => string, last: number): GridRowHeader<ResultRow> => ({
  title: 'File row',
  width: Math.max(76, Math.min(200, 12 + 8 * rowName(last).length)),
  text: (row) => (row.row === null ? '–' : rowName(row.row)),
});

/** Keeps the focus in the grid, which handles the keys, when a tick is clicked. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The ticks are only for the pointer, because the grid is one tab stop. Keys that tick: Space, Shift with arrows, and Ctrl A. */
export function tickHeader(choice: RowChoice, total: number, header: GridRowHeader<ResultRow>): GridRowHeader<ResultRow> {
  const { count } = choice;
  return {
    ...header,
    width: header.width + 28,
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
        {header.title}
      </span>
    ),
    show: (row, index) => (
      <span className="result-tick">
        <input
          type="checkbox"
          tabIndex={-1}
          onMouseDown={keepFocus}
          aria-label={`Select ${row.name === '' ? `row ${header.text(row, index)}` : row.name}`}
          checked={choice.isTicked(row)}
          onChange={(event) => {
            const { nativeEvent } = event;
            if (nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey) choice.extend(index, index);
            else choice.toggle(row, index);
          }}
        />
        {header.text(row, index)}
      </span>
    ),
  };
}
