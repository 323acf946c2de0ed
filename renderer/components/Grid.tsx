/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are laid out by their position in the list, which a table does not do */
import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconChevronUp, IconPin } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { asAppError } from '../api/client.ts';
import { FailurePanel } from './Failure.tsx';
import {
  type CellText,
  frozenCell,
  type GridColumn,
  GridRow,
  type GridRowHeader,
  type LeaveEditor,
  type SortDirection,
} from './GridRow.tsx';
import { type CellPlace, placeAfter, writes } from './grid-keys.ts';
import { gridPage, type LoadRows, useGridPages } from './grid-pages.ts';
import { columnsAt, placeShowing, type Range, rowsAt, type Scale, scrolledHeight, scrollTopAt } from './grid-scroll.ts';
import { useInnerSize, useListScroll } from './grid-view.ts';
import './grid.css';

export type { GridColumn, SortDirection } from './GridRow.tsx';
export type { CellPlace } from './grid-keys.ts';
export { gridPage } from './grid-pages.ts';

/** A cell by the row's position and the key of its column. */
export interface CellAt {
  readonly row: number;
  readonly key: string;
}

/** A block of cells: the first and the last row, and the keys of its columns as they are shown. */
export interface CellBlock {
  readonly first: number;
  readonly last: number;
  readonly keys: readonly string[];
}

/** What a screen can do with its grid. */
export interface GridHandle {
  /** Activates a cell, scrolls it into view and focuses the grid. */
  readonly goTo: (cell: CellAt) => void;
  /** The same without moving the focus. */
  readonly show: (cell: CellAt) => void;
  readonly focus: () => void;
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
  /** Where whole rows can be selected: true for a selected one. Memoize it. */
  readonly isTicked?: (row: Row) => boolean;
  /** Shift and a navigation key, where whole rows can be selected: from one index to another one. */
  readonly onExtend?: (from: number, to: number) => void;
  /** Requests another order. */
  readonly onSort?: (column: string, direction: SortDirection) => void;
  /** Saves an edited cell. The cell shows the new text until this settles, and the old one again if it fails. */
  readonly onEdit?: (row: Row, column: string, value: string) => Promise<unknown>;
  /** Enter or double-click on a cell that is not editable. */
  readonly onOpen?: (row: Row, index: number, column: string) => void;
  /** F8: the place of the next issue after a place, or null when there is none. */
  readonly onNextIssue?: (from: CellPlace) => Promise<CellPlace | null>;
  /** The column keys that stay in sight, one list per choice: the first one that takes at most 60 % of the width, else the last. */
  readonly frozen?: readonly (readonly string[])[];
  /** Saves the width of a column that the user changes. Without it columns keep their widths. */
  readonly onResize?: (column: string, width: number) => void;
  /** True to return to the last place of a list that was shown before. */
  readonly keepsPlaces?: boolean;
  /** The element that describes the active cell. */
  readonly describedBy?: string;
  /** Called with the active cell, and again when its row has loaded or changed. */
  readonly onActive?: (cell: { readonly row: Row; readonly index: number; readonly column: string } | null) => void;
  /** Ctrl C, V and D on the selected cells. */
  readonly onCopy?: (block: CellBlock) => void;
  readonly onPaste?: (block: CellBlock, text: string) => void;
  readonly onFillDown?: (block: CellBlock) => void;
  /** Any other key while a row is active; returns true when it was handled. */
  readonly onKey?: (event: KeyboardEvent, row: Row, index: number, column: string) => boolean;
  readonly ref?: Ref<GridHandle>;
}

const DEFAULT_ROW_HEIGHT = 30;
const HEADER_HEIGHT = 31;

const SORT_ICONS = { ascending: IconChevronUp, descending: IconChevronDown } as const;

const MIN_WIDTH = 48;
const MAX_WIDTH = 640;
/** Pixels by which a key changes the width of a column. */
const WIDTH_STEP = 16;
/** The largest share of the width for frozen columns. */
const MOST_FROZEN = 0.6;

const within = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

interface HeaderCellProps {
  readonly id: string;
  readonly column: Pick<GridColumn<never>, 'key' | 'title' | 'align' | 'sort' | 'position' | 'pinned'>;
  readonly position: number;
  readonly frozen: readonly number[];
  readonly width: number;
  readonly isActive: boolean;
  readonly onResize: ((column: string, width: number) => void) | undefined;
}

/** The handle at the end of a heading; keys change the width with Alt and an arrow. */
function WidthHandle({ width, onWidth }: { readonly width: number; readonly onWidth: (width: number) => void }) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  return (
    <span
      className="grid-resize"
      aria-hidden
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (start.current !== null) onWidth(start.current.width + event.clientX - start.current.x);
      }}
      onPointerUp={() => {
        start.current = null;
      }}
    />
  );
}

function HeaderCell({ id, column, position, frozen, width, isActive, onResize }: HeaderCellProps) {
  const SortIcon = column.sort === undefined || column.sort === 'none' ? null : SORT_ICONS[column.sort];
  return (
    <div
      role="columnheader"
      id={id}
      aria-colindex={(column.position ?? position) + 2}
      className="grid-cell"
      data-column={position}
      {...frozenCell(frozen, position, width)}
      {...(column.pinned === true && { 'data-pinned': true })}
      {...(column.sort !== undefined && { 'aria-sort': column.sort, 'data-sortable': true })}
      {...(column.align === 'right' && { 'data-align': 'right' })}
      {...(isActive && { 'data-active': true })}
    >
      {column.pinned === true && <IconPin size={13} stroke={1.8} aria-hidden />}
      <span className="grid-text">{column.title}</span>
      {onResize !== undefined && <WidthHandle width={width} onWidth={(to) => onResize(column.key, within(to, MIN_WIDTH, MAX_WIDTH))} />}
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

/** The row whose tick was clicked. */
function tickedRow(target: EventTarget): number | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const row = target.closest('[data-row]')?.getAttribute('data-row');
  return row == null ? null : Number(row);
}

const corner = (a: CellPlace, b: CellPlace, pick: (x: number, y: number) => number): CellPlace => ({
  row: pick(a.row, b.row),
  column: pick(a.column, b.column),
});

/** The order that a click on a header requests: numbers start descending, texts ascending. */
function nextOrder({ sort, align }: Pick<GridColumn<never>, 'sort' | 'align'>): SortDirection {
  if (sort === 'none' || sort === undefined) return align === 'right' ? 'descending' : 'ascending';
  return sort === 'ascending' ? 'descending' : 'ascending';
}

const NO_FROZEN: readonly (readonly string[])[] = [];

/** The widths of the columns. Those that may grow share the width that is left over. */
function grownWidths(columns: readonly GridColumn<never>[], width: number): number[] {
  const spare = width - totalWidth(columns.map((column) => column.width));
  const growing = columns.filter(({ grows }) => grows === true).length;
  return columns.map((column) => column.width + (spare > 0 && column.grows === true ? Math.floor(spare / growing) : 0));
}

/** The left edges of the frozen columns: the first choice that fits, counted from the start of the columns. */
function frozenEdges(
  columns: readonly GridColumn<never>[],
  widths: readonly number[],
  choices: readonly (readonly string[])[],
  left: number,
  most: number,
): number[] {
  const counts = choices.map((keys) =>
    Math.max(
      0,
      columns.findIndex(({ key }) => !keys.includes(key)),
    ),
  );
  const count = counts.find((one) => left + totalWidth(widths.slice(0, one)) <= most) ?? counts.at(-1) ?? 0;
  return widths.slice(0, count).map((_, at) => left + totalWidth(widths.slice(0, at)));
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
  frozen: frozenChoices = NO_FROZEN,
  onResize,
  keepsPlaces = false,
  describedBy,
  onActive,
  onCopy,
  onPaste,
  onFillDown,
  isMuted,
  isTicked,
  onExtend,
  onSort,
  onEdit,
  onOpen,
  onNextIssue,
  onKey: onOtherKey,
}: GridProps<Row>) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const size = useInnerSize(box);
  const [chosen, setChosen] = useState<{ readonly row: number; readonly key: string | null }>({ row: 0, key: null });
  const [anchor, setAnchor] = useState<CellPlace | null>(null);
  const [lastRows] = useState(() => new Map<string, number>());
  const [editing, setEditing] = useState<CellText | null>(null);
  const [kept, setKept] = useState<CellText | null>(null);

  // Another filter or order replaces the rows once its first page has arrived. Until then the old rows keep their own columns, since the
  // new ones may read the cells in another order.
  const next = useQuery(gridPage(queryKey, load, 0));
  const [shown, setShown] = useState({ queryKey, load, columns });
  const isNext = hashKey(queryKey) === hashKey(shown.queryKey);
  if (!isNext && next.data !== undefined) {
    setShown({ queryKey, load, columns });
    lastRows.set(hashKey(shown.queryKey), chosen.row);
    setChosen({ row: (keepsPlaces ? lastRows.get(hashKey(queryKey)) : undefined) ?? 0, key: chosen.key });
    setAnchor(null);
    setEditing(null);
  } else if (isNext && columns !== shown.columns) {
    setShown({ queryKey, load, columns });
  }

  const [total, setTotal] = useState(0);
  const scale = useMemo<Scale>(
    () => ({ rowHeight, rows: total, view: Math.max(0, size.height - HEADER_HEIGHT) }),
    [rowHeight, total, size.height],
  );
  const { place, left, move } = useListScroll(box, scale, hashKey(shown.queryKey), keepsPlaces);
  const range = rowsAt(place, scale);
  const pages = useGridPages(shown.queryKey, shown.load, range);
  if (pages.total !== null && pages.total !== total) setTotal(pages.total);
  const isLoaded = pages.total !== null;

  const widths = useMemo(() => grownWidths(shown.columns, size.width - rowHeader.width), [shown.columns, size.width, rowHeader.width]);
  const frozen = useMemo(
    () => frozenEdges(shown.columns, widths, frozenChoices, rowHeader.width, size.width * MOST_FROZEN),
    [shown.columns, widths, frozenChoices, rowHeader.width, size.width],
  );
  const frozenWidth = totalWidth(widths.slice(0, frozen.length));
  const free = columnsAt(left, Math.max(0, size.width - rowHeader.width - frozenWidth), widths.slice(frozen.length));
  const firstDrawn = frozen.length + free.first;
  const endDrawn = frozen.length + free.end;
  const drawn = useMemo<Range>(() => ({ first: firstDrawn, end: endDrawn }), [firstDrawn, endDrawn]);
  const drawnLeft = totalWidth(widths.slice(frozen.length, firstDrawn));
  const width = rowHeader.width + totalWidth(widths);

  const active: CellPlace = {
    row: Math.min(chosen.row, total - 1),
    column: Math.max(
      0,
      shown.columns.findIndex(({ key }) => key === chosen.key),
    ),
  };
  const block =
    anchor === null ? { top: active, bottom: active } : { top: corner(anchor, active, Math.min), bottom: corner(anchor, active, Math.max) };
  const selectedColumns = anchor === null ? null : { first: block.top.column, end: block.bottom.column + 1 };
  const activeColumn = shown.columns[active.column];
  const activeRow = pages.rowAt(active.row);
  const canEdit = onEdit !== undefined && activeColumn?.editable === true && activeRow !== undefined;

  const goTo = useCallback(
    ({ row, column }: CellPlace) => {
      setChosen({ row, key: shown.columns[column]?.key ?? null });
      if (row >= 0) move((place, scale) => placeShowing(row, place, scale));
      const element = box.current;
      if (element === null || column < frozen.length) return;
      const before = totalWidth(widths.slice(frozen.length, column));
      const own = widths[column] ?? 0;
      const visibleWidth = element.clientWidth - rowHeader.width - frozenWidth;
      if (before < element.scrollLeft) element.scrollTo({ left: before });
      else if (before + own > element.scrollLeft + visibleWidth) element.scrollTo({ left: before + own - visibleWidth });
    },
    [move, rowHeader.width, widths, shown.columns, frozen.length, frozenWidth],
  );
  useImperativeHandle(ref, () => {
    const focus = () => box.current?.focus({ preventScroll: true });
    const show = ({ row, key }: CellAt) => {
      setAnchor(null);
      const column = shown.columns.findIndex((one) => one.key === key);
      if (column >= 0) goTo({ row, column });
      else setChosen({ row, key });
    };
    return {
      goTo: (cell) => {
        show(cell);
        focus();
      },
      show,
      focus,
    };
  }, [goTo, shown.columns]);

  const activeKey = activeColumn?.key;
  useEffect(() => {
    onActive?.(activeRow === undefined || activeKey === undefined ? null : { row: activeRow, index: active.row, column: activeKey });
  }, [onActive, activeRow, active.row, activeKey]);

  const cellBlock = (): CellBlock => ({
    first: Math.max(0, block.top.row),
    last: block.bottom.row,
    keys: shown.columns.slice(block.top.column, block.bottom.column + 1).map(({ key }) => key),
  });

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
    if ((event.key === 'Enter' && !event.altKey) || event.key === 'F2') {
      open();
      return true;
    }
    const written = event.key === 'Delete' ? '' : writes(event) ? event.key : null;
    if (event.key === ' ' && onEdit !== undefined) return true;
    if (!canEdit || written === null) return false;
    setAnchor(null);
    setEditing({ ...active, value: written });
    return true;
  };
  /** Ctrl C and D; Ctrl V arrives as an event of its own, with the text. */
  const onBlockKey = (event: KeyboardEvent): boolean => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || total === 0 || active.row < 0) return false;
    const act = event.key.toLowerCase() === 'c' ? onCopy : event.key.toLowerCase() === 'd' ? onFillDown : undefined;
    act?.(cellBlock());
    return act !== undefined;
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (onBlockKey(event)) return true;
    const step = event.key === 'ArrowLeft' ? -WIDTH_STEP : event.key === 'ArrowRight' ? WIDTH_STEP : 0;
    if (event.altKey && step !== 0 && onResize !== undefined && activeColumn !== undefined) {
      onResize(activeColumn.key, within((widths[active.column] ?? activeColumn.width) + step, MIN_WIDTH, MAX_WIDTH));
      return true;
    }
    if (event.key === 'Escape' && anchor !== null) {
      setAnchor(null);
      return true;
    }
    const shape = { rows: total, columns: shown.columns.length, rowsInSight: Math.floor(scale.view / rowHeight) };
    const to = placeAfter(event, active, shape);
    if (to !== null) {
      const isLonger = event.shiftKey && onCopy !== undefined;
      if (!isLonger) setAnchor(null);
      else if (anchor === null && active.row >= 0) setAnchor(active);
      goTo(isLonger ? { ...to, row: Math.max(0, to.row) } : to);
      if (event.shiftKey && active.row >= 0 && to.row >= 0 && to.row !== active.row) onExtend?.(active.row, to.row);
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
    (active.row < 0 || (active.row >= range.first && active.row < range.end)) &&
    (active.column < frozen.length || (active.column >= firstDrawn && active.column < endDrawn));
  const indices = Array.from({ length: range.end - range.first }, (_, offset) => range.first + offset);
  const header = (position: number) => {
    const column = shown.columns[position];
    return (
      column !== undefined && (
        <HeaderCell
          key={column.key}
          id={`${id}-h-${position}`}
          column={column}
          position={position}
          frozen={frozen}
          width={widths[position] ?? column.width}
          isActive={active.row < 0 && active.column === position}
          onResize={onResize}
        />
      )
    );
  };
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
        aria-colcount={Math.max(shown.columns.length, ...shown.columns.map(({ position = 0 }) => position + 1)) + 1}
        aria-multiselectable={onCopy !== undefined || isTicked !== undefined}
        aria-busy={!isNext || !isLoaded}
        {...(isDrawn && { 'aria-activedescendant': `${id}-${active.row < 0 ? 'h' : active.row}-${active.column}` })}
        {...(onEdit === undefined && { 'aria-readonly': true })}
        onKeyDown={(event) => {
          if (editing === null && onKey(event)) event.preventDefault();
        }}
        onPaste={(event) => {
          if (onPaste === undefined || editing !== null || active.row < 0 || total === 0) return;
          const text = event.clipboardData.getData('text/plain');
          if (text === '') return;
          event.preventDefault();
          onPaste(cellBlock(), text);
        }}
        onMouseDown={(event) => {
          const at = cellOf(event.target);
          if (at === null || event.target instanceof HTMLInputElement) return;
          const isLonger = event.shiftKey && onCopy !== undefined && at.row >= 0;
          if (!isLonger) setAnchor(null);
          else if (anchor === null) setAnchor(active);
          if (isLonger) event.preventDefault();
          if (at.row < 0) setChosen({ row: -1, key: shown.columns[at.column]?.key ?? null });
          else goTo(at);
        }}
        onClick={(event) => {
          const at = cellOf(event.target);
          if (at?.row === -1) sortBy(shown.columns[at.column]);
          const ticked = isTicked === undefined ? null : tickedRow(event.target);
          if (ticked === null) return;
          // The keys go on from the row that the pointer ticked.
          goTo({ row: ticked, column: active.column });
          box.current?.focus({ preventScroll: true });
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
              {rowHeader.head ?? rowHeader.title}
            </div>
            {frozen.map((_, position) => header(position))}
            {drawnLeft > 0 && <div role="presentation" style={{ flex: 'none', width: drawnLeft }} />}
            {shown.columns.slice(firstDrawn, endDrawn).map((_, index) => header(firstDrawn + index))}
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
                  frozen={frozen}
                  widths={widths}
                  rowHeader={rowHeader}
                  muted={row !== undefined && isMuted?.(row) === true}
                  ticked={row === undefined || isTicked === undefined ? null : isTicked(row)}
                  active={active.row === index ? active.column : null}
                  selected={index >= block.top.row && index <= block.bottom.row ? selectedColumns : null}
                  describedBy={active.row === index ? (describedBy ?? null) : null}
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
