/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are laid out by their position in the list, which a table does not do */
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CellPlace } from './grid-keys.ts';
import type { Range } from './grid-scroll.ts';

export type SortDirection = 'ascending' | 'descending';

export interface GridColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** Width in pixels. */
  readonly width: number;
  readonly align?: 'left' | 'right';
  /** The whole text of the cell: for the ear, and to begin an edit with. */
  readonly text: (row: Row) => string;
  /** What the eye sees, where that is more than the text. */
  readonly show?: (row: Row) => ReactNode;
  /** The ground of the cell; always beside an icon or a word in `show`, never alone. */
  readonly tone?: (row: Row) => 'warning' | 'error' | 'note' | null;
  /** Set on columns that can be sorted by; `none` while another column is. */
  readonly sort?: SortDirection | 'none';
  readonly editable?: boolean;
}

/** The column at the left that stays put: the row's own number. */
export interface GridRowHeader<Row> {
  readonly title: string;
  readonly width: number;
  readonly text: (row: Row, index: number) => string;
  /** What the eye sees, where that is more than the text. */
  readonly show?: (row: Row, index: number) => ReactNode;
}

/** A text in a cell: one that is being written, or one that has been and is on its way. */
export interface CellText extends CellPlace {
  readonly value: string;
}

/** Where the active cell goes after an edit. */
export type AfterEdit = 'down' | 'right' | 'stay';

/** The end of an edit; `value` null when it was given up. */
export type LeaveEditor = (value: string | null, after: AfterEdit) => void;

interface RowProps<Row> {
  readonly id: string;
  /** Undefined until it has come. */
  readonly row: Row | undefined;
  readonly index: number;
  readonly height: number;
  readonly columns: readonly GridColumn<Row>[];
  /** The columns to draw, and the width of those before them. */
  readonly drawn: Range;
  readonly left: number;
  readonly rowHeader: GridRowHeader<Row>;
  readonly muted: boolean;
  /** The active column when this row is the active one. */
  readonly active: number | null;
  readonly editing: CellText | null;
  readonly kept: CellText | null;
  readonly onLeaveEditor: LeaveEditor;
}

function Editor(props: { readonly label: string; readonly value: string; readonly onLeave: LeaveEditor }) {
  const [value, setValue] = useState(props.value);
  const field = useRef<HTMLInputElement>(null);
  // Leaving by key removes the field, which would count as leaving it once more.
  const isLeft = useRef(false);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const leave: LeaveEditor = (kept, after) => {
    if (isLeft.current) return;
    isLeft.current = true;
    props.onLeave(kept, after);
  };
  return (
    <input
      ref={field}
      className="grid-editor"
      aria-label={props.label}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => leave(value, 'stay')}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') leave(value, 'down');
        else if (event.key === 'Escape') leave(null, 'stay');
        else if (event.key === 'Tab') {
          event.preventDefault();
          leave(value, 'right');
        }
      }}
    />
  );
}

function cellContent<Row>(column: GridColumn<Row>, row: Row, kept: CellText | null): ReactNode {
  if (kept !== null) return kept.value;
  return column.show === undefined ? column.text(row) : column.show(row);
}

function Row<Row>(props: RowProps<Row>) {
  const { id, row, index, columns, drawn, rowHeader } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="grid-row"
      data-row={index}
      style={{ height: props.height }}
      {...(props.muted && { 'data-muted': true })}
    >
      <div role="rowheader" aria-colindex={1} className="grid-cell" data-align="right" style={{ width: rowHeader.width }}>
        {row === undefined ? '' : (rowHeader.show ?? rowHeader.text)(row, index)}
      </div>
      {props.left > 0 && <div role="presentation" style={{ flex: 'none', width: props.left }} />}
      {columns.slice(drawn.first, drawn.end).map((column, offset) => {
        const position = drawn.first + offset;
        const isActive = props.active === position;
        const tone = row === undefined ? null : (column.tone?.(row) ?? null);
        const kept = props.kept?.column === position ? props.kept : null;
        return (
          <div
            key={column.key}
            role="gridcell"
            id={`${id}-${index}-${position}`}
            aria-colindex={position + 2}
            className="grid-cell"
            data-column={position}
            style={{ width: column.width }}
            {...(column.editable !== true && { 'aria-readonly': true })}
            {...(column.align === 'right' && { 'data-align': 'right' })}
            {...(tone !== null && { 'data-tone': tone })}
            {...(isActive && { 'data-active': true, 'aria-selected': true })}
          >
            {row === undefined ? <span className="grid-wait" /> : <span className="grid-text">{cellContent(column, row, kept)}</span>}
            {isActive && props.editing !== null && (
              <Editor label={`${column.title}, edit`} value={props.editing.value} onLeave={props.onLeaveEditor} />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** One row of a grid. Scrolling draws only the rows that come into sight; the others are the same. */
export const GridRow = memo(Row) as typeof Row;
