/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are laid out by their position in the list, which a table does not do */
import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { asAppError } from '../api/client.ts';
import { FailurePanel } from './Failure.tsx';
import { type CellText, type GridColumn, GridRow, type GridRowHeader, type LeaveEditor, type SortDirection } from './GridRow.tsx';
import { type CellPlace, placeAfter, writes } from './grid-keys.ts';
import { gridPage, type LoadRows, useGridPages } from './grid-pages.ts';
import { columnsAt, placeShowing, type Range, rowsAt, type Scale, scrolledHeight, scrollTopAt } from './grid-scroll.ts';
import { useInnerSize, useListScroll } from './grid-view.ts';
import './grid.css';

export type { GridColumn, SortDirection } from './GridRow.tsx';
export type { CellPlace } from './grid-keys.ts';
export { gridPage } from './grid-pages.ts';

/** What a screen can do with its grid. */
export interface GridHandle {
  /** Activates a cell, scrolls it into view and focuses the grid. */
  readonly goTo: (place: CellPlace) => void;
  /** The same without moving the focus. */
  readonly show: (place: CellPlace) => void;
}

interface GridProps<Row> {
  /** Accessible name of the grid. */
  readonly label: string;
  /** Cache key of the list: another filter or order needs another key. The old rows stay until the new first page arrives. */
  readonly queryKey: QueryKey;
  readonly load: LoadRows<Row>;
  /** Memoize it: a new array rerenders all rows. */
  readonly columns: readonly GridColumn<Row>[];
  /** Memoize it: a new object rerenders all rows. */
  readonly rowHeader: GridRowHeader<Row>;
  /** Shown when the list has no rows. */
  readonly empty: ReactNode;
  readonly rowHeight?: number;
  /** Rows in muted text: those that are excluded. */
  readonly isMuted?: (row: Row) => boolean;
  /** Requests another order. */
  readonly onSort?: (column: string, direction: SortDirection) => void;
  /** Saves an edited cell. The cell shows the new text until this settles, and the old one again if it fails. */
  readonly onEdit?: (row: Row, column: string, value: string) => Promise<unknown>;
  /** Enter or double-click on a cell that is not editable. */
  readonly onOpen?: (row: Row, index: number, column: string) => void;
  /** F8: the place of the next issue after a place, or null when there is none. */
  readonly onNextIssue?: (from: CellPlace) => Promise<CellPlace | null>;
  /** Any other key while a row is active; returns true when it was handled. */
  readonly onKey?: (event: KeyboardEvent, row: Row, index: number, column: string) => boolean;
  readonly ref?: Ref<GridHandle>;
}

const DEFAULT_ROW_HEIGHT = 30;
const HEADER_HEIGHT = 31;

const SORT_ICONS = { ascending: IconChevronUp, descending: IconChevronDown } as const;

interface HeaderCellProps {
  readonly id: string;
  readonly column: Pick<GridColumn<never>, 'title' | 'width' | 'align' | 'sort'>;
  readonly position: number;
  readonly isActive: boolean;
}

function HeaderCell({ id, column, position, isActive }: HeaderCellProps) {
  const SortIcon = column.sort === undefined || column.sort === 'none' ? null : SORT_ICONS[column.sort];
  return (
    <div
      role="columnheader"
      id={id}
      aria-colindex={position + 2}
      className="grid-cell"
      data-column={position}
      style={{ width: column.width }}
      {...(column.sort !== undefined && { 'aria-sort': column.sort, 'data-sortable': true })}
      {...(column.align === 'right' && { 'data-align': 'right' })}
      {...(isActive && { 'data-active': true })}
    >
      <span className="grid-text">{column.title}</span>
      {SortIcon !== null && <SortIcon size={14} stroke={1.8} aria-hidden />}
    </div>
  );
}

/** Shows the whole of a truncated text while the pointer rests on it. */
function titleWhereCut(target: HTMLElement): void {
  const text = target.closest<HTMLElement>('.grid-text');
  if (text !== null) text.title = text.scrollWidth > text.clientWidth ? (text.textContent ?? '') : '';
}

/** The cell in which an event happened; row -1 is the header. */
function cellOf(target: EventTarget): CellPlace | null {
  if (!(target instanceof Element)) return null;
  const column = target.closest('[data-column]')?.getAttribute('data-column');
  if (column == null) return null;
  return { row: Number(target.closest('[data-row]')?.getAttribute('data-row') ?? -1), column: Number(column) };
}

/** The order that a click on a header requests: numbers start descending, texts ascending. */
function nextOrder({ sort, align }: Pick<GridColumn<never>, 'sort' | 'align'>): SortDirection {
  if (sort === 'none' || sort === undefined) return align === 'right' ? 'descending' : 'ascending';
  return sort === 'ascending' ? 'descending' : 'ascending';
}

const totalWidth = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one, 0);

/**
 * A list of any length as a grid. It has one tab stop and marks the active cell by `aria-activedescendant`, so that the focus stays while
 * rows are mounted and unmounted. `load` fetches pages; only visible rows are in the document.
 */
export function Grid<Row>({
  ref,
  label,
  queryKey,
  load,
  columns,
  rowHeader,
  empty,
  rowHeight = DEFAULT_ROW_HEIGHT,
  isMuted,
  onSort,
  onEdit,
  onOpen,
  onNextIssue,
  onKey: onOtherKey,
}: GridProps<Row>) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const size = useInnerSize(box);
  const [chosen, setChosen] = useState<CellPlace>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<CellText | null>(null);
  const [kept, setKept] = useState<CellText | null>(null);

  // Another filter or order replaces the rows once its first page has arrived. Until then the old rows keep their own columns, since the
  // new ones may read the cells in another order.
  const next = useQuery(gridPage(queryKey, load, 0));
  const [shown, setShown] = useState({ queryKey, load, columns });
  const isNext = hashKey(queryKey) === hashKey(shown.queryKey);
  if (!isNext && next.data !== undefined) {
    setShown({ queryKey, load, columns });
    setChosen({ row: 0, column: chosen.column });
    setEditing(null);
  } else if (isNext && columns !== shown.columns) {
    setShown({ queryKey, load, columns });
  }

  const [total, setTotal] = useState(0);
  const scale = useMemo<Scale>(
    () => ({ rowHeight, rows: total, view: Math.max(0, size.height - HEADER_HEIGHT) }),
    [rowHeight, total, size.height],
  );
  const { place, left, move } = useListScroll(box, scale, hashKey(shown.queryKey));
  const range = rowsAt(place, scale);
  const pages = useGridPages(shown.queryKey, shown.load, range);
  if (pages.total !== null && pages.total !== total) setTotal(pages.total);
  const isLoaded = pages.total !== null;

  const widths = useMemo(() => shown.columns.map((column) => column.width), [shown.columns]);
  const { first: firstDrawn, end: endDrawn } = columnsAt(left, Math.max(0, size.width - rowHeader.width), widths);
  const drawn = useMemo<Range>(() => ({ first: firstDrawn, end: endDrawn }), [firstDrawn, endDrawn]);
  const drawnLeft = totalWidth(widths.slice(0, firstDrawn));
  const width = rowHeader.width + totalWidth(widths);

  const active: CellPlace = {
    row: Math.min(chosen.row, total - 1),
    column: Math.min(chosen.column, Math.max(0, shown.columns.length - 1)),
  };
  const activeColumn = shown.columns[active.column];
  const activeRow = pages.rowAt(active.row);
  const canEdit = onEdit !== undefined && activeColumn?.editable === true && activeRow !== undefined;

  const goTo = useCallback(
    ({ row, column }: CellPlace) => {
      setChosen({ row, column });
      if (row >= 0) move((place, scale) => placeShowing(row, place, scale));
      const before = totalWidth(widths.slice(0, column));
      const own = widths[column] ?? 0;
      const element = box.current;
      if (element === null) return;
      const visibleWidth = element.clientWidth - rowHeader.width;
      if (before < element.scrollLeft) element.scrollTo({ left: before });
      else if (before + own > element.scrollLeft + visibleWidth) element.scrollTo({ left: before + own - visibleWidth });
    },
    [move, rowHeader.width, widths],
  );
  useImperativeHandle(
    ref,
    () => ({
      goTo: (to) => {
        goTo(to);
        box.current?.focus({ preventScroll: true });
      },
      show: goTo,
    }),
    [goTo],
  );

  const keepEdit = async (row: Row, column: GridColumn<Row>, value: string) => {
    setKept({ ...active, value });
    try {
      await onEdit?.(row, column.key, value);
    } catch {
      // The screen that saves the edit shows the error; the cell shows the old text again.
    }
    setKept(null);
  };
  const leaveEditor: LeaveEditor = (value, after) => {
    setEditing(null);
    box.current?.focus({ preventScroll: true });
    if (value !== null && activeRow !== undefined && activeColumn !== undefined && value !== activeColumn.text(activeRow))
      void keepEdit(activeRow, activeColumn, value);
    if (after === 'down') goTo({ row: Math.min(active.row + 1, total - 1), column: active.column });
    if (after === 'right') goTo({ row: active.row, column: Math.min(active.column + 1, shown.columns.length - 1) });
  };
  // The handler changes with every render; the rows get a stable one so that they need not rerender.
  const latestLeave = useRef(leaveEditor);
  useLayoutEffect(() => {
    latestLeave.current = leaveEditor;
  });
  const onLeaveEditor = useCallback<LeaveEditor>((value, after) => latestLeave.current(value, after), []);

  const sortBy = (column: GridColumn<Row> | undefined) => {
    if (column?.sort !== undefined) onSort?.(column.key, nextOrder(column));
  };
  const open = () => {
    if (activeRow === undefined) return;
    if (canEdit) setEditing({ ...active, value: activeColumn.text(activeRow) });
    else onOpen?.(activeRow, active.row, activeColumn?.key ?? '');
  };

  /** Handles a key in a loaded row; returns true when it was handled. */
  const onRowKey = (event: KeyboardEvent, row: Row): boolean => {
    if (onOtherKey?.(event, row, active.row, activeColumn?.key ?? '') === true) return true;
    if (event.key === 'Enter' || event.key === 'F2') {
      open();
      return true;
    }
    const written = event.key === 'Delete' ? '' : writes(event) ? event.key : null;
    if (!canEdit || written === null) return false;
    setEditing({ ...active, value: written });
    return true;
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const shape = { rows: total, columns: shown.columns.length, rowsInSight: Math.floor(scale.view / rowHeight) };
    const to = placeAfter(event, active, shape);
    if (to !== null) {
      goTo(to);
      return true;
    }
    if (active.row < 0) {
      const isSort = event.key === 'Enter' || event.key === ' ';
      if (isSort) sortBy(activeColumn);
      return isSort;
    }
    if (event.key === 'F8' && onNextIssue !== undefined) {
      void onNextIssue(active).then((found) => found !== null && goTo(found));
      return true;
    }
    return activeRow !== undefined && onRowKey(event, activeRow);
  };

  const isDrawn =
    (active.row < 0 || (active.row >= range.first && active.row < range.end)) && active.column >= firstDrawn && active.column < endDrawn;
  const indices = Array.from({ length: range.end - range.first }, (_, offset) => range.first + offset);
  const rowsTop = Math.round(range.first * rowHeight + scrollTopAt(place, scale) - place);
  return (
    <div className="grid-frame" data-grows>
      <div
        ref={box}
        className="grid"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={shown.columns.length + 1}
        aria-busy={!isNext || !isLoaded}
        {...(isDrawn && { 'aria-activedescendant': `${id}-${active.row < 0 ? 'h' : active.row}-${active.column}` })}
        {...(onEdit === undefined && { 'aria-readonly': true })}
        onKeyDown={(event) => {
          if (editing === null && onKey(event)) event.preventDefault();
        }}
        onMouseDown={(event) => {
          const at = cellOf(event.target);
          if (at === null || event.target instanceof HTMLInputElement) return;
          if (at.row < 0) setChosen(at);
          else goTo(at);
        }}
        onClick={(event) => {
          const at = cellOf(event.target);
          if (at?.row === -1) sortBy(shown.columns[at.column]);
        }}
        onDoubleClick={open}
        onPointerOver={(event) => {
          if (event.target instanceof HTMLElement) titleWhereCut(event.target);
        }}
      >
        <div role="rowgroup" className="grid-header" style={{ width, minWidth: '100%', height: HEADER_HEIGHT }}>
          <div role="row" aria-rowindex={1} style={{ display: 'flex' }}>
            <div
              role="columnheader"
              aria-colindex={1}
              className="grid-cell"
              data-corner
              data-align="right"
              style={{ width: rowHeader.width }}
            >
              {rowHeader.title}
            </div>
            {drawnLeft > 0 && <div role="presentation" style={{ flex: 'none', width: drawnLeft }} />}
            {shown.columns.slice(firstDrawn, endDrawn).map((column, index) => (
              <HeaderCell
                key={column.key}
                id={`${id}-h-${firstDrawn + index}`}
                column={column}
                position={firstDrawn + index}
                isActive={active.row < 0 && active.column === firstDrawn + index}
              />
            ))}
          </div>
        </div>
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
                  rowHeader={rowHeader}
                  muted={row !== undefined && isMuted?.(row) === true}
                  active={active.row === index ? active.column : null}
                  editing={editing?.row === index ? editing : null}
                  kept={kept?.row === index ? kept : null}
                  onLeaveEditor={onLeaveEditor}
                />
              );
            })}
          </div>
        </div>
      </div>
      {pages.error !== null && (
        <div className="grid-over">
          <FailurePanel title="These rows could not be read" error={asAppError(pages.error)} onRetry={pages.again} />
        </div>
      )}
      {isLoaded && total === 0 && pages.error === null && <div className="grid-over grid-empty">{empty}</div>}
    </div>
  );
}
