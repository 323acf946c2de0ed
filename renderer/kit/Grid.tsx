/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are laid out by their position in the list, which a table does not do */
import { hashKey, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { asAppError } from '../api/index.ts';
import { FailurePanel } from './Failure.tsx';
import { useCellEditing } from './grid-editing.ts';
import { isColumnDrawn, leftShowing, useColumnGeometry } from './grid-geometry.ts';
import { cellOf, onGridKey, openCell, tickedRow, titleWhereCut } from './grid-input.ts';
import type { CellPosition } from './grid-keys.ts';
import { gridPage, useGridPages } from './grid-pages.ts';
import type { CellAt, GridProps } from './grid-props.ts';
import { offsetShowing, rowsAt, type Scale, scrolledHeight, scrollTopAt } from './grid-scroll.ts';
import { useCellSelection } from './grid-selection.ts';
import { useInnerSize, useListScroll } from './grid-view.ts';
import { GridHeader, HEADER_HEIGHT } from './GridHeader.tsx';
import type { AfterEdit, GridColumn } from './grid-column.ts';
import { GridRow } from './GridRow.tsx';
import { HeadingMenu, type OpenHeading } from './HeadingMenu.tsx';
import { useIssueKey } from './useIssueKey.ts';
import './grid.css';

const DEFAULT_ROW_HEIGHT = 30;
const NO_FROZEN: readonly (readonly string[])[] = [];

/**
 * A list of any length as a grid. It has one tab stop and marks the active cell by `aria-activedescendant`, so that the focus stays while
 * rows are mounted and unmounted. `load` fetches pages; only visible rows are in the document.
 */
export function Grid<Row>({ ref, ...props }: GridProps<Row>) {
  const { queryKey, load, columns, rowHeader, rowHeight = DEFAULT_ROW_HEIGHT, restoresScroll = false, describedBy, onActive } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const size = useInnerSize(box);
  const [lastRows] = useState(() => new Map<string, number>());

  // Another filter or order replaces the rows once its first page has arrived. Until then the old rows keep their own columns, since the
  // new ones may read the cells in another order.
  const next = useQuery(gridPage(queryKey, load, 0));
  const [shown, setShown] = useState({ queryKey, load, columns });
  const [total, setTotal] = useState(0);
  const isNext = hashKey(queryKey) === hashKey(shown.queryKey);
  const selection = useCellSelection(shown.columns, total);
  const { active } = selection;

  const scale: Scale = { rowHeight, rows: total, view: Math.max(0, size.height - HEADER_HEIGHT) };
  const { offset, left, move } = useListScroll(box, scale, hashKey(shown.queryKey), restoresScroll);
  const range = rowsAt(offset, scale);
  const pages = useGridPages(shown.queryKey, shown.load, range);
  if (pages.total !== null && pages.total !== total) setTotal(pages.total);
  const isLoaded = pages.total !== null;
  // The rows of the previous filter or order would otherwise remain as if they were those of the new one.
  const isNextFailed = !isNext && next.error !== null;
  const failed = isNextFailed ? { error: next.error, again: () => void next.refetch() } : pages;
  const geometry = useColumnGeometry(shown.columns, {
    frozen: props.frozen ?? NO_FROZEN,
    headerWidth: rowHeader.width,
    width: size.width,
    left,
  });

  const activeColumn = shown.columns[active.column];
  const activeRow = pages.rowAt(active.row);
  const goTo = ({ row, column }: CellPosition) => {
    selection.activate(row, shown.columns[column]?.key ?? null);
    if (row >= 0) move((from, within) => offsetShowing(row, from, within));
    const to = box.current === null ? null : leftShowing(column, geometry, box.current, rowHeader.width);
    if (to !== null) box.current?.scrollTo({ left: to });
  };
  const focus = () => box.current?.focus({ preventScroll: true });
  const onLeft = (after: AfterEdit) => {
    focus();
    if (after === 'down') goTo({ row: Math.min(active.row + 1, total - 1), column: active.column });
    if (after === 'right') goTo({ row: active.row, column: Math.min(active.column + 1, shown.columns.length - 1) });
  };
  const { editing, kept, start, onLeave } = useCellEditing({
    active,
    row: activeRow,
    column: activeColumn,
    onEdit: props.onEdit,
    onLeft,
  });
  // The rows stay while a cell is edited and saved: its text belongs to one of them, and would be lost or shown in another.
  if (!isNext && next.data !== undefined && editing === null && kept === null) {
    setShown({ queryKey, load, columns });
    lastRows.set(hashKey(shown.queryKey), active.row);
    // A heading stays active after it has sorted the rows, so that the next key press sorts them again.
    const row = active.row < 0 && total > 0 ? -1 : restoresScroll ? lastRows.get(hashKey(queryKey)) : undefined;
    selection.activate(row ?? 0, selection.key);
    selection.clear();
  } else if (isNext && columns !== shown.columns) {
    setShown({ queryKey, load, columns });
  }

  const nextIssue = useIssueKey(active, props.onNextIssue, goTo);
  const show = ({ row, key }: CellAt) => {
    selection.clear();
    const column = shown.columns.findIndex((one) => one.key === key);
    if (column >= 0) goTo({ row, column });
    else selection.activate(row, key);
  };
  useImperativeHandle(ref, () => ({
    goTo: (cell) => {
      show(cell);
      focus();
    },
    show,
    nextIssue,
    focus,
  }));

  const activeKey = activeColumn?.key;
  useEffect(() => {
    onActive?.(activeRow === undefined || activeKey === undefined ? null : { row: activeRow, index: active.row, column: activeKey });
  }, [onActive, activeRow, active.row, activeKey]);

  const sortBy = (column: GridColumn<Row> | undefined) => {
    if (column?.sort !== undefined) props.onSort?.(column);
  };
  const canEdit = props.onEdit !== undefined && activeColumn?.isEditable === true && activeRow !== undefined;
  const [heading, setHeading] = useState<OpenHeading | null>(null);
  const openHeading = (position: number) => {
    const column = shown.columns[position];
    const cell = document.getElementById(`${id}-h-${position}`);
    const frame = box.current?.getBoundingClientRect();
    if (props.renderHeadingMenu === undefined || column === undefined || cell === null || frame === undefined) return;
    const { left, width } = cell.getBoundingClientRect();
    setHeading({ key: column.key, left: left - frame.left, width });
  };
  const headingColumn = shown.columns.find(({ key }) => key === heading?.key);
  const closeHeading = () => {
    setHeading(null);
    focus();
  };
  const input = {
    props,
    openHeading: () => openHeading(active.column),
    shape: { rows: total, columns: shown.columns.length, visibleRows: Math.floor(scale.view / rowHeight) },
    selection,
    row: activeRow,
    column: activeColumn,
    width: geometry.widths[active.column] ?? 0,
    goTo,
    sortBy,
    edit: canEdit ? start : null,
    nextIssue,
  };

  const isDrawn = (active.row < 0 || (active.row >= range.first && active.row < range.end)) && isColumnDrawn(active.column, geometry);
  const indices = Array.from({ length: range.end - range.first }, (_, index) => range.first + index);
  const rowsTop = Math.round(range.first * rowHeight + scrollTopAt(offset, scale) - offset);
  const { width, widths, frozen, drawn, drawnLeft } = geometry;
  return (
    <div className="grid-frame" data-grows>
      <div
        ref={box}
        className="grid"
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={total + 1}
        aria-colcount={Math.max(shown.columns.length, ...shown.columns.map(({ position = 0 }) => position + 1)) + 1}
        aria-multiselectable={props.onCopy !== undefined || props.isTicked !== undefined}
        aria-busy={!isNext || !isLoaded}
        {...(isDrawn && { 'aria-activedescendant': `${id}-${active.row < 0 ? 'h' : active.row}-${active.column}` })}
        {...(props.onEdit === undefined && { 'aria-readonly': true })}
        onKeyDown={(event) => {
          if (editing === null && onGridKey(event, input)) event.preventDefault();
        }}
        onPaste={(event) => {
          if (props.onPaste === undefined || editing !== null || active.row < 0 || total === 0) return;
          const text = event.clipboardData.getData('text/plain');
          if (text === '') return;
          event.preventDefault();
          props.onPaste(selection.block, text);
        }}
        onMouseDown={(event) => {
          const at = cellOf(event.target);
          if (at === null || event.target instanceof HTMLInputElement) return;
          const isLonger = event.shiftKey && props.onCopy !== undefined && at.row >= 0;
          if (!isLonger) selection.clear();
          else selection.begin();
          if (isLonger) event.preventDefault();
          if (at.row < 0) selection.activate(-1, shown.columns[at.column]?.key ?? null);
          else goTo(at);
        }}
        onClick={(event) => {
          const at = cellOf(event.target);
          if (at?.row === -1) sortBy(shown.columns[at.column]);
          const ticked = props.isTicked === undefined ? null : tickedRow(event.target);
          if (ticked === null) return;
          // The keys continue from the row that the pointer selected.
          goTo({ row: ticked, column: active.column });
          focus();
        }}
        onContextMenu={(event) => {
          const at = cellOf(event.target);
          if (at?.row !== -1 || props.renderHeadingMenu === undefined) return;
          event.preventDefault();
          openHeading(at.column);
        }}
        onDoubleClick={(event) => {
          if (cellOf(event.target)?.row !== -1) openCell(input);
        }}
        onPointerOver={(event) => titleWhereCut(event.target)}
      >
        <GridHeader
          id={id}
          columns={shown.columns}
          geometry={geometry}
          rowHeader={rowHeader}
          active={active.row < 0 ? active.column : null}
          onResize={props.onResize}
          onMenu={props.renderHeadingMenu === undefined ? null : openHeading}
        />
        <div role="rowgroup" className="grid-space" style={{ width, minWidth: '100%', height: scrolledHeight(scale) }}>
          <div role="presentation" className="grid-rows" style={{ top: rowsTop, width, minWidth: '100%' }}>
            {indices.map((index) => {
              const row = pages.rowAt(index);
              return (
                <GridRow
                  key={index}
                  id={id}
                  row={row}
                  index={index}
                  height={rowHeight}
                  columns={shown.columns}
                  drawn={drawn}
                  left={drawnLeft}
                  frozen={frozen}
                  widths={widths}
                  rowHeader={rowHeader}
                  isMuted={row !== undefined && props.isMuted?.(row) === true}
                  isTicked={row === undefined || props.isTicked === undefined ? null : props.isTicked(row)}
                  active={active.row === index ? active.column : null}
                  selected={selection.columnsIn(index)}
                  describedBy={active.row === index ? (describedBy ?? null) : null}
                  editing={editing?.row === index ? editing : null}
                  kept={kept?.row === index ? kept : null}
                  onLeaveEditor={onLeave}
                />
              );
            })}
          </div>
        </div>
      </div>
      {heading !== null && headingColumn !== undefined && props.renderHeadingMenu !== undefined && (
        <HeadingMenu
          key={heading.key}
          at={heading}
          column={headingColumn}
          height={HEADER_HEIGHT}
          onClose={closeHeading}
          render={props.renderHeadingMenu}
        />
      )}
      {failed.error !== null && (
        <div className={isNextFailed ? 'grid-over grid-instead' : 'grid-over'}>
          <FailurePanel title="These rows could not be read" error={failed.error} onRetry={failed.again}>
            {props.renderFailureActions?.(asAppError(failed.error))}
          </FailurePanel>
        </div>
      )}
      {isLoaded && total === 0 && failed.error === null && <div className="grid-over grid-empty">{props.empty}</div>}
    </div>
  );
}
