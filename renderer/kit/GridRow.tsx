/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are laid out by their position in the list, which a table does not do */
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CellText, GridColumn, GridRowHeader, LeaveEditor } from './grid-column.ts';
import type { Range } from './grid-scroll.ts';

interface RowProps<Row> {
  readonly id: string;
  /** Undefined until it is loaded. */
  readonly row: Row | undefined;
  readonly index: number;
  readonly height: number;
  readonly columns: readonly GridColumn<Row>[];
  /** The columns to render after the frozen ones, and the width of the skipped columns between them. */
  readonly drawn: Range;
  readonly left: number;
  /** The left edge of each frozen column. Frozen columns come first. */
  readonly frozen: readonly number[];
  readonly widths: readonly number[];
  readonly rowHeader: GridRowHeader<Row>;
  readonly isMuted: boolean;
  /** True and false where whole rows can be selected, else null. */
  readonly isTicked: boolean | null;
  /** The active column when this row is active, else null. */
  readonly active: number | null;
  /** The selected columns of this row; null without a selection of several cells. */
  readonly selected: Range | null;
  /** The element that describes the active cell. */
  readonly describedBy: string | null;
  readonly editing: CellText | null;
  readonly kept: CellText | null;
  readonly onLeaveEditor: LeaveEditor;
}

function Editor(props: { readonly label: string; readonly value: string; readonly onLeave: LeaveEditor }) {
  const [value, setValue] = useState(props.value);
  const field = useRef<HTMLInputElement>(null);
  // Leaving by key removes the field, which then also fires blur.
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
      autoComplete="off"
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

/** Position and width of a cell; a frozen one keeps its distance from the left. */
export const frozenCell = (frozen: readonly number[], position: number, width: number | undefined) =>
  frozen[position] === undefined
    ? { style: { width } }
    : { style: { width, left: frozen[position] }, 'data-frozen': position === frozen.length - 1 ? 'last' : true };

function Row<Row>(props: RowProps<Row>) {
  const { id, row, index, columns, drawn, rowHeader } = props;
  const cell = (position: number) => {
    const column = columns[position];
    if (column === undefined) return null;
    const isActive = props.active === position;
    const isSelected = props.selected !== null && position >= props.selected.first && position < props.selected.end;
    const tone = row === undefined ? null : (column.tone?.(row) ?? null);
    const kept = props.kept?.column === position ? props.kept : null;
    return (
      <div
        key={column.key}
        role="gridcell"
        id={`${id}-${index}-${position}`}
        aria-colindex={(column.position ?? position) + 2}
        className="grid-cell"
        data-column={position}
        {...frozenCell(props.frozen, position, props.widths[position])}
        {...(column.isEditable !== true && { 'aria-readonly': true })}
        {...(column.align === 'right' && { 'data-align': 'right' })}
        {...(tone !== null && { 'data-tone': tone })}
        {...(isActive && { 'data-active': true })}
        {...(isSelected && { 'data-selected': true })}
        {...((isActive || isSelected) && { 'aria-selected': true })}
        {...(isActive && props.describedBy !== null && { 'aria-describedby': props.describedBy })}
      >
        {row === undefined ? <span className="grid-wait" /> : <span className="grid-text">{cellContent(column, row, kept)}</span>}
        {isActive && props.editing !== null && (
          <Editor label={`${column.title}, edit`} value={props.editing.value} onLeave={props.onLeaveEditor} />
        )}
      </div>
    );
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="grid-row"
      data-row={index}
      style={{ height: props.height }}
      {...(props.isMuted && { 'data-muted': true })}
      {...(props.isTicked !== null && { 'aria-selected': props.isTicked })}
      {...(props.isTicked === true && { 'data-ticked': true })}
    >
      <div role="rowheader" aria-colindex={1} className="grid-cell" data-align="right" style={{ width: rowHeader.width }}>
        {row === undefined ? '' : (rowHeader.show ?? rowHeader.text)(row, index)}
      </div>
      {props.frozen.map((_, position) => cell(position))}
      {props.left > 0 && <div role="presentation" style={{ flex: 'none', width: props.left }} />}
      {columns.slice(drawn.first, drawn.end).map((_, index) => cell(drawn.first + index))}
    </div>
  );
}

/** One row of a grid, memoized: scrolling renders only the rows that become visible. */
export const GridRow = memo(Row) as typeof Row;
